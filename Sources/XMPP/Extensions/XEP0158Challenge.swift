internal import Model

/// XEP-0158: a riddle that people solve and programs do not.
enum XEP0158Challenge: Extension {
  /// Where the riddle can be seen stands in a field of its own (§4.1), which nobody is to fill in: it is said with the
  /// question.
  static func prepared(_ form: DataForm) -> DataForm {
    let place = form.fields.firstIndex { $0.name == "captcha-fallback-url" }
    guard let place, let address = form.fields[place].values.first, address.utf8.count <= 2_000,
      Attachment.isWeb(address)
    else { return form }
    var form = form
    form.fields[place].kind = .hidden
    let question = form.fields.indices.first { $0 > place && isQuestion(form.fields[$0]) }
    if let question, !form.fields[question].media.contains(address) {
      form.fields[question].media.append(address)
    }
    return form
  }

  private static func isQuestion(_ field: DataForm.Field) -> Bool {
    field.kind != .hidden && field.kind != .fixed
  }
}

/// A form that a service wants filled in, or that is filled in (XEP-0004). Its texts are as its author wrote them.
public struct DataForm: Sendable, Equatable {
  /// What it is for (XEP-0004 §3.1).
  public enum Kind: String, Sendable { case form, submit, cancel, result }

  /// One of the choices of a list.
  public struct Option: Sendable, Equatable {
    /// For people; the value, where nothing is said.
    public var label: String
    public var value: String

    public init(label: String, value: String) {
      self.label = label
      self.value = value
    }
  }

  /// A question of the form with its answer.
  public struct Field: Sendable, Equatable {
    /// XEP-0004 §3.3; what nobody knows is a line of text.
    public enum Kind: String, Sendable {
      case boolean, fixed, hidden
      case addresses = "jid-multi"
      case address = "jid-single"
      case choices = "list-multi"
      case choice = "list-single"
      case lines = "text-multi"
      case secret = "text-private"
      case line = "text-single"
    }

    /// What programs call it; `nil` for words between the fields, which are not sent back.
    public var name: String?
    public var kind: Kind
    /// For people; may be empty.
    public var label: String
    public var values: [String]
    /// Of a list.
    public var options: [Option]
    public var isRequired: Bool
    /// Addresses in the web of what is to be looked at for the answer (XEP-0221).
    public var media: [String]

    public init(
      name: String?, kind: Kind = .line, label: String = "", values: [String] = [],
      options: [Option] = [], isRequired: Bool = false, media: [String] = []
    ) {
      self.name = name
      self.kind = kind
      self.label = label
      self.values = values
      self.options = options
      self.isRequired = isRequired
      self.media = media
    }
  }

  /// What it is for.
  public var kind: Kind
  /// May be empty.
  public var title: String
  /// What to do, in lines; may be empty.
  public var instructions: String
  /// In the order in which they are asked.
  public var fields: [Field]

  public init(
    _ kind: Kind, title: String = "", instructions: String = "", fields: [Field] = []
  ) {
    self.kind = kind
    self.title = title
    self.instructions = instructions
    self.fields = fields
  }

  /// What programs call forms of its sort (XEP-0068); `nil` where it says nothing.
  public var type: String? { self["FORM_TYPE"]?.values.first }

  /// The field of this name.
  public subscript(name: String) -> Field? { fields.first { $0.name == name } }

  /// The first value of a field, where it is not empty.
  public func value(_ name: String) -> String? {
    self[name]?.values.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Puts values in a field; returns whether the form has it.
  @discardableResult
  public mutating func fill(_ name: String, _ values: [String]) -> Bool {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return false }
    fields[index].values = values
    return true
  }

  /// As ``fill(_:_:)``, where yes or no is asked.
  @discardableResult
  public mutating func fill(_ name: String, _ isSo: Bool) -> Bool { fill(name, [isSo ? "1" : "0"]) }
}

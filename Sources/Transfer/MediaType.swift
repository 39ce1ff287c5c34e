/// What a file is, by the end of its name (RFC 6838): for others' programs, which look at it themselves.
enum MediaType {
  private static let known = [
    "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html",
    "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
    "json": "application/json", "xml": "application/xml", "tar": "application/x-tar",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "avif": "image/avif", "heic": "image/heic",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac",
    "wav": "audio/wav", "m4a": "audio/mp4", "mp4": "video/mp4", "webm": "video/webm",
    "mkv": "video/x-matroska", "mov": "video/quicktime",
  ]

  /// `nil` where the name does not say.
  static func of(_ name: String) -> String? {
    name.lastIndex(of: ".").flatMap { known[name[name.index(after: $0)...].lowercased()] }
  }
}

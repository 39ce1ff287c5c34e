import Model

extension Rig {
  /// Offline, after a text was sent as k1.
  static func cutAfterSaying(_ text: String) throws -> Rig {
    let rig = try Rig.online()
    rig.send(text, "k1")
    rig.run()
    rig.cut()
    return rig
  }

  /// After "mine" (k1) and "his" (z1) each is amended by who did not write it: in their chat, from a device of mine,
  /// and from another chat.
  static func afterForgeries(
    _ amendment: (String) -> Amendment, texts: (String, String, String)
  ) throws -> Rig {
    let rig = try Rig.online()
    rig.send("mine", "k1")
    rig.run()
    rig.server.deliver("his", id: "z1", from: bo)
    rig.run()
    rig.server.deliver(texts.0, id: "a2", from: bo, amending: amendment("k1"))
    rig.server.carbon(texts.1, id: "a3", to: bo, amending: amendment("z1"))
    rig.server.deliver(texts.2, id: "a4", from: cy, amending: amendment("z1"))
    rig.run()
    return rig
  }
}

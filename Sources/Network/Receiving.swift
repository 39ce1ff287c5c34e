internal import Localization
internal import Model

/// From the socket to events.
extension Connection {
  /// One chunk, so that sending gets its turn between two; the socket calls again while there is more.
  func readable() {
    guard let socket, !isHeardOut else { return }
    switch socket.read() {
    case .nothing: break
    case .bytes(let bytes):
      tls == nil ? say(.received(bytes)) : decrypt(bytes)
    case .failed(let code): finish(SocketFailure(code: code).words)
    case .end: ended()
    }
  }

  /// The other side sends no more. What we still have to say leaves first, when we were closing.
  private func ended() {
    guard phase == .closing, !outgoing.isEmpty else {
      return finish(phase == .closing ? "closed" : tr("the other side closed the connection"))
    }
    isHeardOut = true
    socket?.wantsToRead = false
  }

  private func decrypt(_ bytes: [UInt8]) {
    guard let tls else { return }
    let wasEstablished = tls.isEstablished
    var plain: [UInt8] = []
    guard attempt({ plain = try tls.receive(bytes) }) else { return }
    if !wasEstablished, tls.isEstablished { secured(tls) }
    if !plain.isEmpty { say(.received(plain)) }
    flush()
    if tls.isEnded { ended() }
  }

  private func secured(_ tls: TLSSession) {
    if phase == .open { stopTimer() }
    let waiting = held
    held = []
    if peer?.isDirect == true {
      say(.connected(isSecure: true, binding: tls.binding, isNearby: isNearby))
    } else {
      say(.secured(tls.binding))
    }
    attempt { try tls.send(waiting) }
  }
}

#pragma once

/// Has libgsasl use this client nonce on this thread; NULL gives its own random ones back.
///
/// The examples of RFC 5802 and RFC 7677 can only be repeated with their nonces, and the library has no
/// setting for it. The text is kept by the caller.
void fixed_nonce_set(const char *nonce);

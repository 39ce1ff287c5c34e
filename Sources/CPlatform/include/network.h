#pragma once
#include <stdint.h>
#include <sys/socket.h>

/// Where a service of a domain is (RFC 2782).
struct psst_service {
  uint16_t priority, weight, port;
  /// The host; `.` where there is no such service.
  char host[256];
};

/// Asks the computer's name servers for the SRV records of a name, for at most 12 s; gives how many were found, at most
/// `most`; 0 also where no name server has an answer.
int psst_services(const char *name, struct psst_service *found, int most);

/// A descriptor that becomes readable when an interface, an address or a route of this computer comes,
/// goes or changes (rtnetlink(7)): non-blocking and close-on-exec, or a negated errno.
int psst_network_watch(void);

/// Reads all news from such a descriptor: 1 when there was some (also when more than it could hold),
/// 0 when not, or a negated errno.
int psst_network_news(int descriptor);

/// A descriptor that becomes readable when the wall clock jumps, which it also does when the computer
/// wakes up (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET); it never expires. Or a negated errno.
int psst_clock_watch(void);

/// Takes the news of such a descriptor and waits for the next jump: 0 or a negated errno.
int psst_clock_news(int descriptor);

/// The address of this computer that packets to `to` would leave from; asks the kernel's tables only, and
/// sends nothing. Its length, or a negated errno: -ENETUNREACH when there is no way.
int psst_route_source(
    const struct sockaddr *to, socklen_t length, struct sockaddr_storage *source);

/// Lets the kernel find a dead peer (tcp(7)): after `idle` seconds of silence it is probed every
/// `interval` seconds, and after `patience` milliseconds without an answer, also to data, the connection
/// is broken. 0 or a negated errno.
int psst_keep_alive(int descriptor, int idle, int interval, unsigned patience);

/// How far a TCP connection gets (tcp(7), TCP_INFO): the milliseconds since something came from the other side, bytes or
/// the acknowledgement of bytes, and whether bytes were sent that it has not acknowledged. 0 or a negated errno.
int psst_progress(int descriptor, unsigned *silence, int *awaits);

/// The next close resets the connection and throws away what was not sent (SO_LINGER, socket(7)).
void psst_reset_on_close(int descriptor);

// Two network namespaces with nothing but a cable between them, whose ends are held by the test: what goes
// over it goes through the test's hands, packet by packet (network_namespaces(7), tun in the kernel's docs).
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  int user;       // the user namespace that owns both; -1 where it is the test's own
  int space[2];   // the network namespaces
  int cable[2];   // each end: packets of that namespace, one a read and one a write; non-blocking
} cn_pair;

/// Makes both namespaces, their loopbacks up, with an interface `psst0` of this IPv4 address (host order) and
/// prefix in each. 0, or a negated errno: -EPERM or the like where namespaces are not permitted.
int cn_open(cn_pair *pair, uint32_t first, uint32_t second, int prefix);

/// Switches the interface `psst0` of a namespace: 0 or a negated errno.
int cn_set_up(const cn_pair *pair, int which, bool is_up);

/// Gives the interface `psst0` of a namespace another address: 0 or a negated errno.
int cn_set_address(const cn_pair *pair, int which, uint32_t address, int prefix);

/// Moves the calling thread, for good, into a new network namespace without anything but a loopback that is
/// down: 0 or a negated errno.
int cn_leave(void);

/// Adds an address (host order) to the loopback of the calling thread's namespace: 0 or a negated errno.
int cn_add_loopback_address(uint32_t address);

#define _GNU_SOURCE
#include "network.h"

#include <arpa/nameser.h>
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <resolv.h>
#include <stdint.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int closing(int descriptor) {
  int failure = errno;
  close(descriptor);
  return -failure;
}

int psst_network_watch(void) {
  int descriptor =
      socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (descriptor < 0) return -errno;
  struct sockaddr_nl all = {
      .nl_family = AF_NETLINK,
      .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE |
                   RTMGRP_IPV6_ROUTE};
  if (bind(descriptor, (struct sockaddr *)&all, sizeof all) < 0) return closing(descriptor);
  return descriptor;
}

// What the news says is not read: what is true now is asked for when the news has settled.
int psst_network_news(int descriptor) {
  char buffer[16384];
  int found = 0;
  while (1) {
    ssize_t count = recv(descriptor, buffer, sizeof buffer, 0);
    if (count > 0 || (count < 0 && errno == ENOBUFS)) found = 1;
    else if (count < 0 && errno == EINTR) continue;
    else if (count < 0 && errno == EAGAIN) return found;
    else return count < 0 ? -errno : -EPIPE;
  }
}

static int watch_clock(int descriptor) {
  struct itimerspec never = {.it_value = {.tv_sec = INT64_MAX / 1000000000}};
  int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
  // After a jump the first call may fail once more, and has set the timer.
  if (timerfd_settime(descriptor, flags, &never, NULL) < 0 && errno != ECANCELED) return -errno;
  return 0;
}

int psst_clock_watch(void) {
  int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (descriptor < 0) return -errno;
  int failure = watch_clock(descriptor);
  if (failure < 0) close(descriptor);
  return failure < 0 ? failure : descriptor;
}

int psst_clock_news(int descriptor) {
  uint64_t expirations;
  (void)!read(descriptor, &expirations, sizeof expirations);
  return watch_clock(descriptor);
}

int psst_route_source(
    const struct sockaddr *to, socklen_t length, struct sockaddr_storage *source) {
  // connect(2) on a datagram socket only looks the route up.
  int descriptor = socket(to->sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  socklen_t size = sizeof *source;
  if (connect(descriptor, to, length) < 0) return closing(descriptor);
  if (getsockname(descriptor, (struct sockaddr *)source, &size) < 0) return closing(descriptor);
  close(descriptor);
  return (int)size;
}

int psst_keep_alive(int descriptor, int idle, int interval, unsigned patience) {
  int on = 1;
  if (setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) < 0 ||
      setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle) < 0 ||
      setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval) < 0 ||
      setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience) < 0)
    return -errno;
  return 0;
}

int psst_progress(int descriptor, unsigned *silence, int *awaits) {
  struct tcp_info info = {0};
  socklen_t length = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) < 0) return -errno;
  unsigned data = info.tcpi_last_data_recv, acknowledgement = info.tcpi_last_ack_recv;
  *silence = data < acknowledgement ? data : acknowledgement;
  *awaits = info.tcpi_unacked > 0;
  return 0;
}

void psst_reset_on_close(int descriptor) {
  struct linger now = {.l_onoff = 1, .l_linger = 0};
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

// One record of an answer; 0 where it is another one, or broken.
static int read_service(ns_msg answer, int index, struct psst_service *service) {
  ns_rr record;
  if (ns_parserr(&answer, ns_s_an, index, &record) < 0 || ns_rr_type(record) != ns_t_srv) return 0;
  const unsigned char *data = ns_rr_rdata(record);
  if (ns_rr_rdlen(record) < 7) return 0;
  service->priority = ns_get16(data);
  service->weight = ns_get16(data + 2);
  service->port = ns_get16(data + 4);
  int size = dn_expand(
      ns_msg_base(answer), ns_msg_end(answer), data + 6, service->host, sizeof service->host);
  // The root's name is written as nothing.
  if (size > 0 && service->host[0] == 0) strcpy(service->host, ".");
  return size > 0;
}

int psst_services(const char *name, struct psst_service *found, int most) {
  struct __res_state state = {0};
  if (res_ninit(&state) < 0) return 0;
  state.retrans = 3;
  state.retry = 2;
  unsigned char bytes[NS_MAXMSG];
  int length = res_nquery(&state, name, ns_c_in, ns_t_srv, bytes, sizeof bytes);
  res_nclose(&state);
  ns_msg answer;
  if (length < 0 || ns_initparse(bytes, length, &answer) < 0) return 0;
  int count = 0;
  for (int index = 0; index < ns_msg_count(answer, ns_s_an) && count < most; index++)
    count += read_service(answer, index, &found[count]);
  return count;
}

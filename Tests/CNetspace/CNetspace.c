#define _GNU_SOURCE
#include "CNetspace.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// Whoever wants a user namespace must have one thread only, and namespaces are a thread's own: all is done
// in children, which hand the descriptors over.

static int write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  ssize_t count = write(file, text, strlen(text));
  int failure = count < 0 ? -errno : 0;
  close(file);
  return failure;
}

// Root of a user namespace of one's own.
static int become_root(void) {
  char users[64], groups[64];
  snprintf(users, sizeof users, "0 %d 1", (int)geteuid());
  snprintf(groups, sizeof groups, "0 %d 1", (int)getegid());
  if (unshare(CLONE_NEWUSER) < 0) return -errno;
  int failure = write_file("/proc/self/setgroups", "deny");
  if (failure == 0) failure = write_file("/proc/self/uid_map", users);
  if (failure == 0) failure = write_file("/proc/self/gid_map", groups);
  return failure;
}

static struct ifreq named(const char *name) {
  struct ifreq request;
  memset(&request, 0, sizeof request);
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  return request;
}

static int control(unsigned long what, struct ifreq *request) {
  int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (any < 0) return -errno;
  int failure = ioctl(any, what, request) < 0 ? -errno : 0;
  close(any);
  return failure;
}

static int switch_interface(const char *name, bool is_up) {
  struct ifreq request = named(name);
  int failure = control(SIOCGIFFLAGS, &request);
  if (is_up) request.ifr_flags |= IFF_UP;
  else request.ifr_flags &= ~IFF_UP;
  return failure < 0 ? failure : control(SIOCSIFFLAGS, &request);
}

static int set_ip(const char *name, unsigned long what, uint32_t address) {
  struct ifreq request = named(name);
  struct sockaddr_in *ip = (struct sockaddr_in *)&request.ifr_addr;
  ip->sin_family = AF_INET;
  ip->sin_addr.s_addr = htonl(address);
  return control(what, &request);
}

static int set_address(const char *name, uint32_t address, int prefix) {
  int failure = set_ip(name, SIOCSIFADDR, address);
  if (failure == 0) failure = set_ip(name, SIOCSIFNETMASK, ~0U << (32 - prefix));
  return failure;
}

// A namespace, entered, with its end of the cable.
static int make_space(uint32_t address, int prefix, int *space, int *cable) {
  if (unshare(CLONE_NEWNET) < 0) return -errno;
  *space = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  *cable = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (*space < 0 || *cable < 0) return -errno;
  struct ifreq request = named("psst0");
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (ioctl(*cable, TUNSETIFF, &request) < 0) return -errno;
  int failure = switch_interface("lo", true);
  if (failure == 0) failure = set_address("psst0", address, prefix);
  if (failure == 0) failure = switch_interface("psst0", true);
  return failure;
}

enum { handed = 5 };

typedef union {
  struct cmsghdr header;
  char room[CMSG_SPACE(handed * sizeof(int))];
} letter;

static struct msghdr message(struct iovec *body, letter *letter) {
  return (struct msghdr){.msg_iov = body, .msg_iovlen = 1, .msg_control = letter->room,
                         .msg_controllen = sizeof letter->room};
}

static int hand_over(int way, const int descriptors[handed]) {
  char nothing = 0;
  struct iovec body = {.iov_base = &nothing, .iov_len = 1};
  letter letter;
  memset(&letter, 0, sizeof letter);
  struct msghdr sent = message(&body, &letter);
  letter.header = (struct cmsghdr){
      .cmsg_len = CMSG_LEN(handed * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
  memcpy(CMSG_DATA(&letter.header), descriptors, handed * sizeof(int));
  return sendmsg(way, &sent, 0) < 0 ? -errno : 0;
}

static int take_over(int way, int descriptors[handed]) {
  char nothing;
  struct iovec body = {.iov_base = &nothing, .iov_len = 1};
  letter letter;
  struct msghdr received = message(&body, &letter);
  if (recvmsg(way, &received, MSG_CMSG_CLOEXEC) <= 0) return -EPERM;
  if (received.msg_controllen < CMSG_LEN(handed * sizeof(int))) return -EPROTO;
  memcpy(descriptors, CMSG_DATA(CMSG_FIRSTHDR(&received)), handed * sizeof(int));
  return 0;
}

static int make_pair(int way, uint32_t first, uint32_t second, int prefix) {
  int made[handed];
  int failure = geteuid() == 0 ? 0 : become_root();
  made[0] = open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC);
  if (failure == 0) failure = make_space(first, prefix, &made[1], &made[3]);
  if (failure == 0) failure = make_space(second, prefix, &made[2], &made[4]);
  return failure < 0 ? failure : hand_over(way, made);
}

// A child's outcome is its exit code: an errno.
static int outcome(pid_t child) {
  int status;
  if (child < 0) return -errno;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -errno;
  return WIFEXITED(status) ? -WEXITSTATUS(status) : -ECHILD;
}

int cn_open(cn_pair *pair, uint32_t first, uint32_t second, int prefix) {
  int way[2], made[handed];
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, way) < 0) return -errno;
  pid_t child = fork();
  if (child == 0) _exit(-make_pair(way[1], first, second, prefix));
  int failure = outcome(child);
  if (failure == 0) failure = take_over(way[0], made);
  close(way[0]);
  close(way[1]);
  if (failure < 0) return failure;
  *pair = (cn_pair){.user = made[0], .space = {made[1], made[2]}, .cable = {made[3], made[4]}};
  if (geteuid() == 0) {
    close(pair->user);
    pair->user = -1;
  }
  return 0;
}

static int enter(const cn_pair *pair, int which) {
  if (pair->user >= 0 && setns(pair->user, CLONE_NEWUSER) < 0) return -errno;
  return setns(pair->space[which], CLONE_NEWNET) < 0 ? -errno : 0;
}

int cn_set_up(const cn_pair *pair, int which, bool is_up) {
  pid_t child = fork();
  if (child == 0) {
    int failure = enter(pair, which);
    _exit(-(failure < 0 ? failure : switch_interface("psst0", is_up)));
  }
  return outcome(child);
}

int cn_set_address(const cn_pair *pair, int which, uint32_t address, int prefix) {
  pid_t child = fork();
  if (child == 0) {
    int failure = enter(pair, which);
    _exit(-(failure < 0 ? failure : set_address("psst0", address, prefix)));
  }
  return outcome(child);
}

int cn_leave(void) { return unshare(CLONE_NEWNET) < 0 ? -errno : 0; }

int cn_add_loopback_address(uint32_t address) {
  return set_ip("lo:1", SIOCSIFADDR, address);
}

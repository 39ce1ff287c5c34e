#define _GNU_SOURCE
#include "platform.h"
#include <malloc.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// What the detached process tells its starter through the pipe: its id, then an errno if exec failed.

static void tell(int pipe, int value) {
  while (write(pipe, &value, sizeof value) < 0 && errno == EINTR) {
  }
}

static int hear(int pipe, int *value) {
  ssize_t count;
  do {
    count = read(pipe, value, sizeof *value);
  } while (count < 0 && errno == EINTR);
  return count == (ssize_t)sizeof *value;
}

// Between fork and exec only calls that are safe in a signal handler: other threads' locks are frozen.

static void default_signals(void) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static int move_descriptors(int *pipe, const char *output) {
  int input = open("/dev/null", O_RDONLY);
  int log = open(output, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (input < 0 || log < 0) return errno;
  int kept = fcntl(*pipe, F_DUPFD_CLOEXEC, 3);
  if (kept < 0) return errno;
  if (dup2(input, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0) return errno;
  if (kept != 3 && dup3(kept, 3, O_CLOEXEC) < 0) return errno;
  *pipe = 3;
  close_range(4, ~0U, 0);
  return 0;
}

static void become(
    int pipe, const char *path, char *const arguments[], char *const environment[],
    const char *folder, const char *output) {
  default_signals();
  umask(077);
  tell(pipe, getpid());
  int failure = move_descriptors(&pipe, output);
  if (failure == 0 && chdir(folder) < 0) failure = errno;
  if (failure == 0) {
    execve(path, arguments, environment);
    failure = errno;
  }
  tell(pipe, failure);
  _exit(127);
}

pid_t psst_spawn_detached(
    const char *path, char *const arguments[], char *const environment[], const char *folder,
    const char *output) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  pid_t between = fork();
  if (between < 0) {
    int failure = errno;
    close(ends[0]);
    close(ends[1]);
    return -failure;
  }
  if (between == 0) {
    setsid();
    pid_t last = fork();
    if (last == 0) become(ends[1], path, arguments, environment, folder, output);
    _exit(last < 0 ? 1 : 0);
  }
  close(ends[1]);
  while (waitpid(between, NULL, 0) < 0 && errno == EINTR) {
  }
  int process = 0, failure = 0;
  int started = hear(ends[0], &process);
  int failed = started && hear(ends[0], &failure);
  close(ends[0]);
  if (!started) return -EAGAIN;
  return failed ? -failure : process;
}

pid_t psst_spawn_on_terminal(
    char *const arguments[], char *const environment[], int rows, int columns, int *terminal) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  pid_t process = forkpty(terminal, NULL, NULL, &size);
  if (process < 0) return -errno;
  if (process == 0) {
    default_signals();
    close_range(3, ~0U, 0);
    execvpe(arguments[0], arguments, environment);
    _exit(127);
  }
  fcntl(*terminal, F_SETFL, fcntl(*terminal, F_GETFL) | O_NONBLOCK);
  fcntl(*terminal, F_SETFD, FD_CLOEXEC);
  return process;
}

int psst_open_raw_terminal(int *program) {
  int terminal;
  struct termios modes;
  if (openpty(&terminal, program, NULL, NULL, NULL) < 0) return -errno;
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  fcntl(*program, F_SETFD, FD_CLOEXEC);
  if (tcgetattr(*program, &modes) == 0) {
    cfmakeraw(&modes);
    if (tcsetattr(*program, TCSANOW, &modes) == 0) return terminal;
  }
  int failure = errno;
  close(terminal);
  close(*program);
  return -failure;
}

int psst_try_lock(int descriptor) {
  int result;
  do {
    result = flock(descriptor, LOCK_EX | LOCK_NB);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

int psst_connect_unix(const char *path, int timeout_milliseconds) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  struct timeval limit = {
      .tv_sec = timeout_milliseconds / 1000, .tv_usec = (timeout_milliseconds % 1000) * 1000};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
    int failure = errno;
    close(descriptor);
    return -failure;
  }
  return descriptor;
}

int psst_peer(int descriptor, pid_t *process, uid_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -errno;
  *process = peer.pid;
  *user = peer.uid;
  return 0;
}

int psst_stream_socket(int family) {
  int descriptor = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

int psst_socket_error(int descriptor) {
  int failure = 0;
  socklen_t size = sizeof failure;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) < 0) return errno;
  return failure;
}

int psst_process_end(pid_t process) {
  int descriptor = pidfd_open(process, 0);
  return descriptor < 0 ? -errno : descriptor;
}

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

int psst_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void psst_run_main_queue(void) {
  uint64_t count;
  // What is added from here on makes it readable again.
  if (read(psst_main_queue_descriptor(), &count, sizeof count) < 0 && errno != EAGAIN) return;
  _dispatch_main_queue_callback_4CF(NULL);
}

void psst_prepare_memory(void) {
  enum { FRAMES = 512 << 10 };
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, FRAMES);
  mallopt(M_TRIM_THRESHOLD, FRAMES);
}

static int release_code(struct dl_phdr_info *object, size_t size, void *page_size) {
  (void)size;
  uintptr_t mask = ~(*(uintptr_t *)page_size - 1);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    // What the loader or the program wrote is nowhere but in memory.
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    uintptr_t start = object->dlpi_addr + part->p_vaddr;
    uintptr_t end = (start + part->p_memsz) & mask;
    if ((start & mask) < end) madvise((void *)(start & mask), end - (start & mask), MADV_DONTNEED);
  }
  return 0;
}

void psst_release_memory(void) {
  uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(release_code, &page_size);
  malloc_trim(0);
}

static int is_searched(const char *folder) {
  void *program = dlopen(NULL, RTLD_NOW);
  Dl_serinfo size;
  if (program == NULL || dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return 0;
  Dl_serinfo *all = malloc(size.dls_size);
  if (all == NULL) return 0;
  *all = size;
  int found = 0;
  if (dlinfo(program, RTLD_DI_SERINFO, all) == 0) {
    for (unsigned i = 0; i < all->dls_cnt && !found; i++) {
      char real[PATH_MAX];
      const char *name = all->dls_serpath[i].dls_name;
      found = realpath(name, real) != NULL && strcmp(real, folder) == 0;
    }
  }
  free(all);
  return found;
}

int psst_searches_own_folder(void) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  char *slash = strrchr(path, '/');
  if (slash == NULL) return 0;
  *slash = 0;
  return is_searched(path);
}

int psst_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

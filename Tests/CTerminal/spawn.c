#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "CTerminal.h"

// In the child, before exec: no inherited descriptors, no inherited signal state.
static void run(char *const argv[], char *const envp[]) {
  close_range(3, ~0U, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  execvpe(argv[0], argv, envp);
  _exit(127);
}

static void keep(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

pid_t ct_spawn_on_terminal(
    char *const argv[], char *const envp[], int rows, int columns, int *master) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  pid_t pid = forkpty(master, NULL, NULL, &size);
  if (pid == 0) run(argv, envp);
  if (pid > 0) keep(*master);
  return pid;
}

static void close_pair(int pair[2]) {
  close(pair[0]);
  close(pair[1]);
}

pid_t ct_spawn_on_pipes(char *const argv[], char *const envp[], int pipes[3]) {
  int pairs[3][2];
  for (int i = 0; i < 3; i++) {
    if (pipe2(pairs[i], O_CLOEXEC) == 0) continue;
    while (i-- > 0) close_pair(pairs[i]);
    return -1;
  }
  pid_t pid = fork();
  if (pid == 0) {
    setsid();
    dup2(pairs[0][0], 0);
    dup2(pairs[1][1], 1);
    dup2(pairs[2][1], 2);
    run(argv, envp);
  }
  for (int i = 0; i < 3; i++) {
    int ours = i == 0 ? pairs[i][1] : pairs[i][0];
    close(i == 0 ? pairs[i][0] : pairs[i][1]);
    if (pid < 0) close(ours);
    else keep(ours);
    pipes[i] = ours;
  }
  return pid;
}

int ct_wait_for_end(pid_t pid, int milliseconds) {
  int handle = (int)syscall(SYS_pidfd_open, pid, 0);
  if (handle >= 0) {
    struct pollfd end = {.fd = handle, .events = POLLIN};
    int ready;
    do ready = poll(&end, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    close(handle);
    if (ready == 0) return -1;
  }
  int status;
  if (waitpid(pid, &status, WNOHANG) != pid) return -2;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int ct_set_window_size(int master, int rows, int columns) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(master, TIOCSWINSZ, &size);
}

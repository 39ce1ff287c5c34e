#pragma once
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/types.h>

/// Starts `path` as a process that outlives this one and its terminal: a session of its own, no
/// controlling terminal, standard input from /dev/null, both outputs appended to `output`, umask 077,
/// no other descriptor, signals at their defaults, working directory `folder`. It is nobody's child
/// here, so nothing has to wait for it. Returns its process id, or a negated errno (also when `path`
/// could not be executed). See fork(2), setsid(2), execve(2).
pid_t psst_spawn_detached(
    const char *path, char *const arguments[], char *const environment[], const char *folder,
    const char *output);

/// Takes the whole-file lock of flock(2) on `descriptor`: 0, or a negated errno (-EWOULDBLOCK when
/// another program has it).
int psst_try_lock(int descriptor);

/// A stream connection to the Unix socket at `path` (unix(7)), close-on-exec, with a time-out in
/// milliseconds on every send and receive. Returns the descriptor or a negated errno.
int psst_connect_unix(const char *path, int timeout_milliseconds);

/// Who listens at the other end of a Unix socket (SO_PEERCRED): 0, or a negated errno.
int psst_peer(int descriptor, pid_t *process, uid_t *user);

/// A new non-blocking, close-on-exec TCP socket of that address family with TCP_NODELAY set, or a
/// negated errno.
int psst_stream_socket(int family);

/// The pending error of a socket (SO_ERROR) as an errno; 0 when there is none.
int psst_socket_error(int descriptor);

/// Starts `arguments[0]` (looked up in PATH) on a new pseudo terminal of that size, as its session's
/// leader (forkpty(3)), with no other descriptor and signals at their defaults. Returns its process id
/// and the terminal's other end, non-blocking and close-on-exec, or a negated errno.
pid_t psst_spawn_on_terminal(
    char *const arguments[], char *const environment[], int rows, int columns, int *terminal);

/// A new pseudo terminal that changes nothing of what goes through it (openpty(3), cfmakeraw(3)), and the end a program
/// has of it, both close-on-exec; or a negated errno.
int psst_open_raw_terminal(int *program);

/// A descriptor that is readable once a process has ended, close-on-exec (pidfd_open(2)), or a negated errno.
int psst_process_end(pid_t process);

/// Whether libraries are looked for in the program's own folder too (an entry `$ORIGIN` of its RUNPATH, or the
/// environment; ld.so(8), dlinfo(3)): 1 or 0.
int psst_searches_own_folder(void);

/// A descriptor that is readable while something waits in the main queue, for a thread that waits for other things too.
/// As libdispatch has it for run loops (private/queue_private.h).
int psst_main_queue_descriptor(void);

/// Runs all that waits in the main queue. For the main thread alone.
void psst_run_main_queue(void);

/// All threads allocate from one arena (mallopt(3)): they come and go, and one for each would keep what
/// it freed. What a frame takes is kept for the next one: else the kernel takes it back after each and hands
/// it out again page by page.
void psst_prepare_memory(void);

/// Gives back the memory that was needed until now, and may not be again: pages of the program and of its
/// libraries that are as in their files, which come again from there when they are used (madvise(2),
/// MADV_DONTNEED), and what was freed (malloc_trim(3)).
void psst_release_memory(void);

/// A pipe that no other process inherits (pipe2(2)): 0, or below it.
int psst_pipe(int ends[2]);

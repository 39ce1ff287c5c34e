#pragma once
#include <stdint.h>

// A SQLite file system (https://www.sqlite.org/vfs.html) over the system's own that goes wrong on
// demand. It counts what changes the disk: writes, syncs, truncates and deletes. One per process.

enum fd_fault {
  // Nothing goes wrong.
  FD_NONE,
  // The operation of that number fails with an input/output error, later ones work again.
  FD_ERROR,
  // The operation of that number and all after it find the disk full.
  FD_FULL,
  // As if the process had been killed before that operation: nothing happens any more.
  FD_KILL,
  // As if the power had failed before that operation: what was not synced is lost in part, by sectors,
  // and nothing happens any more.
  FD_POWER,
  // The process ends before that operation, by _exit(2) with code 9.
  FD_EXIT,
};

// Registers it under the name "faulty"; where is_default is not 0 as the one that is used unless told
// otherwise. Returns a SQLite result code.
int fd_register(int is_default);

// Counts from 0 again, and lets this go wrong at the operation of that number (from 1); seed decides
// what a power failure leaves. What a dead disk kept open must be closed before; what is on the disk
// now counts as synced.
void fd_arm(enum fd_fault fault, int64_t number, uint64_t seed);

// Operations since then.
int64_t fd_count(void);

// Whether the fault has happened.
int fd_has_struck(void);

// From the first call to the second, both by one thread, no sync returns.
void fd_hold_syncs(void);
void fd_release_syncs(void);

// Lets this thread meet the disk as the user of that number would (setfsuid(2)); 0 takes it back.
// Returns the number in force afterwards.
int fd_act_as(unsigned user);

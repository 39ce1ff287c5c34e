#define _GNU_SOURCE
#include "CFaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECTOR 512

// A sector that was written since the last sync, as it was at that sync.
struct sector {
  int64_t number;
  unsigned char before[SECTOR];
};

// What is known of a file that a power failure could take back.
struct ledger {
  char *path;
  sqlite3_int64 synced_size;
  struct sector *sectors;
  int count, room;
  // Files that are open on it.
  int users;
  struct ledger *next;
};

struct faulty_file {
  sqlite3_file base;
  struct ledger *ledger;
  // The system's own file follows.
};

static sqlite3_vfs *system_vfs;
static sqlite3_vfs faulty_vfs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t sync_gate = PTHREAD_MUTEX_INITIALIZER;
static enum fd_fault fault = FD_NONE;
static int64_t strike_at, operations;
static int has_struck, is_dead;
static uint64_t seed;
static struct ledger *ledgers;

static sqlite3_file *own(sqlite3_file *file) {
  return (sqlite3_file *)((struct faulty_file *)file + 1);
}

static uint64_t draw(void) {
  // SplitMix64
  uint64_t bits = (seed += 0x9E3779B97F4A7C15u);
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
  return bits ^ bits >> 31;
}

// MARK: What a power failure takes back

static void note_synced(sqlite3_file *file) {
  struct ledger *ledger = ((struct faulty_file *)file)->ledger;
  if (!ledger) return;
  ledger->count = 0;
  own(file)->pMethods->xFileSize(own(file), &ledger->synced_size);
}

static void remember(sqlite3_file *file, int64_t offset, int length) {
  struct ledger *ledger = ((struct faulty_file *)file)->ledger;
  if (!ledger) return;
  for (int64_t n = offset / SECTOR; n * SECTOR < offset + length; n++) {
    int known = n * SECTOR >= ledger->synced_size;
    for (int i = 0; i < ledger->count && !known; i++) known = ledger->sectors[i].number == n;
    if (known) continue;
    if (ledger->count == ledger->room) {
      ledger->room = ledger->room * 2 + 64;
      ledger->sectors = realloc(ledger->sectors, ledger->room * sizeof(struct sector));
    }
    struct sector *sector = &ledger->sectors[ledger->count++];
    sector->number = n;
    memset(sector->before, 0, SECTOR);
    own(file)->pMethods->xRead(own(file), sector->before, SECTOR, n * SECTOR);
  }
}

// Each sector that was not synced survives or not. Beyond the size that was synced the file ends
// anywhere, and what is there holds what was written or nothing.
static void lose_unsynced(struct ledger *ledger) {
  unsigned char nothing[SECTOR] = {0};
  sqlite3_file *file = calloc(1, system_vfs->szOsFile);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_DB;
  if (system_vfs->xOpen(system_vfs, ledger->path, file, flags, &flags) == SQLITE_OK) {
    sqlite3_int64 size = 0;
    file->pMethods->xFileSize(file, &size);
    int grows_back = size < ledger->synced_size && draw() % 2;
    for (int i = 0; i < ledger->count; i++) {
      int64_t at = ledger->sectors[i].number * SECTOR;
      if (at < size ? draw() % 2 : grows_back)
        file->pMethods->xWrite(file, ledger->sectors[i].before, SECTOR, at);
    }
    if (size > ledger->synced_size) {
      int64_t left = ledger->synced_size + (int64_t)(draw() % (uint64_t)(size - ledger->synced_size + 1));
      if (draw() % 4 == 0) left = size;
      for (int64_t at = ledger->synced_size; at < left; at += SECTOR) {
        int length = left - at < SECTOR ? (int)(left - at) : SECTOR;
        if (draw() % 2) file->pMethods->xWrite(file, nothing, length, at);
      }
      file->pMethods->xTruncate(file, left);
    }
    file->pMethods->xClose(file);
  }
  free(file);
}

// What is on the disk now counts as synced; what nobody has open is forgotten.
static void settle_ledgers(void) {
  for (struct ledger **link = &ledgers; *link;) {
    struct ledger *l = *link;
    struct stat status;
    if (l->users > 0) {
      l->count = 0;
      l->synced_size = stat(l->path, &status) == 0 ? status.st_size : 0;
      link = &l->next;
      continue;
    }
    *link = l->next;
    free(l->sectors);
    free(l->path);
    free(l);
  }
}

// MARK: Going wrong

// Called before each operation that changes the disk; SQLITE_OK lets it happen.
static int strike(void) {
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  int64_t number = ++operations;
  if (is_dead) {
    code = SQLITE_IOERR;
  } else if (fault != FD_NONE && number >= strike_at && (number == strike_at || fault == FD_FULL)) {
    has_struck = 1;
    switch (fault) {
    case FD_ERROR: code = SQLITE_IOERR; break;
    case FD_FULL: code = SQLITE_FULL; break;
    case FD_EXIT: _exit(9);
    case FD_POWER:
      for (struct ledger *l = ledgers; l; l = l->next) lose_unsynced(l);
      // fall through
    default:
      is_dead = 1;
      code = SQLITE_IOERR;
    }
  }
  pthread_mutex_unlock(&lock);
  return code;
}

static int faulty_close(sqlite3_file *file) {
  pthread_mutex_lock(&lock);
  struct ledger *ledger = ((struct faulty_file *)file)->ledger;
  if (ledger) ledger->users--;
  pthread_mutex_unlock(&lock);
  return own(file)->pMethods->xClose(own(file));
}

static int faulty_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
  if (is_dead) return SQLITE_IOERR_READ;
  return own(file)->pMethods->xRead(own(file), bytes, length, offset);
}

static int faulty_write(
    sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  int code = strike();
  if (code != SQLITE_OK) return code == SQLITE_FULL ? code : SQLITE_IOERR_WRITE;
  remember(file, offset, length);
  return own(file)->pMethods->xWrite(own(file), bytes, length, offset);
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = strike();
  if (code != SQLITE_OK) return SQLITE_IOERR_TRUNCATE;
  struct ledger *ledger = ((struct faulty_file *)file)->ledger;
  sqlite3_int64 old = 0;
  own(file)->pMethods->xFileSize(own(file), &old);
  if (ledger && size < ledger->synced_size) {
    remember(file, size, (int)(old - size));
  }
  return own(file)->pMethods->xTruncate(own(file), size);
}

static int faulty_sync(sqlite3_file *file, int flags) {
  (void)flags;
  int code = strike();
  if (code != SQLITE_OK) return code == SQLITE_FULL ? code : SQLITE_IOERR_FSYNC;
  pthread_mutex_lock(&sync_gate);
  pthread_mutex_unlock(&sync_gate);
  // The real disk need not be waited for: what a power failure leaves is decided here.
  note_synced(file);
  return SQLITE_OK;
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size) {
  return own(file)->pMethods->xFileSize(own(file), size);
}
static int faulty_lock(sqlite3_file *file, int level) {
  return own(file)->pMethods->xLock(own(file), level);
}
static int faulty_unlock(sqlite3_file *file, int level) {
  return own(file)->pMethods->xUnlock(own(file), level);
}
static int faulty_reserved(sqlite3_file *file, int *result) {
  return own(file)->pMethods->xCheckReservedLock(own(file), result);
}
static int faulty_control(sqlite3_file *file, int what, void *value) {
  return own(file)->pMethods->xFileControl(own(file), what, value);
}
static int faulty_sector_size(sqlite3_file *file) {
  (void)file;
  return SECTOR;
}
static int faulty_characteristics(sqlite3_file *file) {
  (void)file;
  return 0;
}
static int faulty_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
  return own(file)->pMethods->xShmMap(own(file), page, size, extend, out);
}
static int faulty_map_lock(sqlite3_file *file, int offset, int n, int flags) {
  return own(file)->pMethods->xShmLock(own(file), offset, n, flags);
}
static void faulty_barrier(sqlite3_file *file) { own(file)->pMethods->xShmBarrier(own(file)); }
static int faulty_unmap(sqlite3_file *file, int deletes) {
  return own(file)->pMethods->xShmUnmap(own(file), is_dead ? 0 : deletes);
}

static const sqlite3_io_methods methods = {
    2,
    faulty_close,
    faulty_read,
    faulty_write,
    faulty_truncate,
    faulty_sync,
    faulty_size,
    faulty_lock,
    faulty_unlock,
    faulty_reserved,
    faulty_control,
    faulty_sector_size,
    faulty_characteristics,
    faulty_map,
    faulty_map_lock,
    faulty_barrier,
    faulty_unmap,
    NULL,
    NULL,
};

// MARK: Files by name

static struct ledger *ledger_for(const char *path, sqlite3_file *file) {
  struct ledger *ledger = ledgers;
  while (ledger && strcmp(ledger->path, path) != 0) ledger = ledger->next;
  if (ledger) return ledger;
  ledger = calloc(1, sizeof(struct ledger));
  ledger->path = strdup(path);
  file->pMethods->xFileSize(file, &ledger->synced_size);
  ledger->next = ledgers;
  ledgers = ledger;
  return ledger;
}

static int faulty_open(
    sqlite3_vfs *vfs, sqlite3_filename path, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  struct faulty_file *faulty = (struct faulty_file *)file;
  memset(faulty, 0, sizeof(struct faulty_file));
  if (is_dead) return SQLITE_CANTOPEN;
  int code = system_vfs->xOpen(system_vfs, path, own(file), flags, out);
  if (code != SQLITE_OK) return code;
  faulty->base.pMethods = &methods;
  if (path && (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL))) {
    pthread_mutex_lock(&lock);
    faulty->ledger = ledger_for(path, own(file));
    faulty->ledger->users++;
    pthread_mutex_unlock(&lock);
  }
  return SQLITE_OK;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
  (void)vfs;
  int code = strike();
  if (code != SQLITE_OK) return SQLITE_IOERR_DELETE;
  return system_vfs->xDelete(system_vfs, path, sync_folder);
}

// MARK: For the tests

int fd_register(int is_default) {
  if (system_vfs) return sqlite3_vfs_register(&faulty_vfs, is_default);
  system_vfs = sqlite3_vfs_find("unix");
  if (!system_vfs) return SQLITE_ERROR;
  faulty_vfs = *system_vfs;
  faulty_vfs.zName = "faulty";
  faulty_vfs.szOsFile = (int)sizeof(struct faulty_file) + system_vfs->szOsFile;
  faulty_vfs.pNext = NULL;
  faulty_vfs.xOpen = faulty_open;
  faulty_vfs.xDelete = faulty_delete;
  return sqlite3_vfs_register(&faulty_vfs, is_default);
}

void fd_arm(enum fd_fault new_fault, int64_t number, uint64_t new_seed) {
  pthread_mutex_lock(&lock);
  settle_ledgers();
  fault = new_fault;
  strike_at = number;
  seed = new_seed;
  operations = 0;
  has_struck = is_dead = 0;
  pthread_mutex_unlock(&lock);
}

int64_t fd_count(void) {
  pthread_mutex_lock(&lock);
  int64_t count = operations;
  pthread_mutex_unlock(&lock);
  return count;
}

int fd_has_struck(void) {
  pthread_mutex_lock(&lock);
  int result = has_struck;
  pthread_mutex_unlock(&lock);
  return result;
}

void fd_hold_syncs(void) { pthread_mutex_lock(&sync_gate); }

void fd_release_syncs(void) { pthread_mutex_unlock(&sync_gate); }

int fd_act_as(unsigned user) {
  setfsuid(user);
  return setfsuid((uid_t)-1);
}

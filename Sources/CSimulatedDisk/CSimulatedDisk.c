#include "CSimulatedDisk.h"

#include <stddef.h>

// Which methods a file gets depends on how it locks: more kinds than these the system does not have.
#define KINDS 8

struct kind {
  const sqlite3_io_methods *original;
  sqlite3_io_methods methods;
};

static struct disk {
  sqlite3_vfs vfs;  // The first, so that a pointer to it is one to the disk.
  struct kind kinds[KINDS];
} sound, breakable;

static sqlite3_vfs *system_vfs;
static int obstruction = SQLITE_OK;

// The power of what is simulated never fails: what the system has been told is there after every end of a program.
static int simulated_sync(sqlite3_file *file, int flags) {
  (void)file;
  (void)flags;
  return SQLITE_OK;
}

static int obstructed_write(
    sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  if (obstruction != SQLITE_OK) return obstruction;
  // The methods lie behind the pointer to the original ones.
  const char *methods = (const char *)file->pMethods;
  const struct kind *kind = (const struct kind *)(methods - offsetof(struct kind, methods));
  return kind->original->xWrite(file, bytes, length, offset);
}

static int simulated_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  int code = system_vfs->xOpen(system_vfs, name, file, flags, out);
  if (code != SQLITE_OK || !file->pMethods) return code;
  struct disk *disk = (struct disk *)vfs;
  for (struct kind *kind = disk->kinds; kind < disk->kinds + KINDS; kind++) {
    if (!kind->original) {
      kind->original = file->pMethods;
      kind->methods = *file->pMethods;
      kind->methods.xSync = simulated_sync;
      if (disk == &breakable) kind->methods.xWrite = obstructed_write;
    }
    if (kind->original != file->pMethods) continue;
    file->pMethods = &kind->methods;
    return code;
  }
  return code;
}

static int add(struct disk *disk, const char *name) {
  disk->vfs = *system_vfs;
  disk->vfs.zName = name;
  disk->vfs.pNext = NULL;
  disk->vfs.xOpen = simulated_open;
  return sqlite3_vfs_register(&disk->vfs, 0);
}

int psst_register_simulated(void) {
  if (system_vfs) return SQLITE_OK;
  system_vfs = sqlite3_vfs_find(NULL);
  if (!system_vfs) return SQLITE_ERROR;
  int code = add(&sound, "simulated");
  return code == SQLITE_OK ? add(&breakable, "breakable") : code;
}

void psst_obstruct(int code) { obstruction = code; }

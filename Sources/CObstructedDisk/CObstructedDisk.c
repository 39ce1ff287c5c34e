#include "CObstructedDisk.h"

#include <stddef.h>

// Which methods a file gets depends on how it locks: more kinds than these the system does not have.
#define KINDS 8

static sqlite3_vfs *system_vfs;
static sqlite3_vfs obstructed_vfs;
static int obstruction = SQLITE_OK;

static struct kind {
  const sqlite3_io_methods *original;
  sqlite3_io_methods methods;
} kinds[KINDS];

static int obstructed_write(
    sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  if (obstruction != SQLITE_OK) return obstruction;
  // The methods lie behind the pointer to the original ones.
  const char *methods = (const char *)file->pMethods;
  const struct kind *kind = (const struct kind *)(methods - offsetof(struct kind, methods));
  return kind->original->xWrite(file, bytes, length, offset);
}

static int obstructed_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  int code = system_vfs->xOpen(system_vfs, name, file, flags, out);
  if (code != SQLITE_OK || !file->pMethods) return code;
  for (int i = 0; i < KINDS; i++) {
    if (!kinds[i].original) {
      kinds[i].original = file->pMethods;
      kinds[i].methods = *file->pMethods;
      kinds[i].methods.xWrite = obstructed_write;
    }
    if (kinds[i].original != file->pMethods) continue;
    file->pMethods = &kinds[i].methods;
    return code;
  }
  return code;
}

int psst_register_obstructed(void) {
  if (system_vfs) return SQLITE_OK;
  system_vfs = sqlite3_vfs_find(NULL);
  if (!system_vfs) return SQLITE_ERROR;
  obstructed_vfs = *system_vfs;
  obstructed_vfs.zName = "obstructed";
  obstructed_vfs.pNext = NULL;
  obstructed_vfs.xOpen = obstructed_open;
  return sqlite3_vfs_register(&obstructed_vfs, 0);
}

void psst_obstruct(int code) { obstruction = code; }

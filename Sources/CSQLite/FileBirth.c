#define _GNU_SOURCE
#include "CSQLite.h"

#include <fcntl.h>
#include <sys/stat.h>

long long psst_file_birth(const char *path) {
  struct statx facts;
  if (statx(AT_FDCWD, path, 0, STATX_BTIME, &facts) != 0 || !(facts.stx_mask & STATX_BTIME)) return 0;
  return facts.stx_btime.tv_sec * 1000000000LL + facts.stx_btime.tv_nsec;
}

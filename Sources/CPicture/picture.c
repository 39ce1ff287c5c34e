// For pipe2.
#define _GNU_SOURCE
#include "CPicture.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Of a picture's width and height, of both; seconds of work, and seconds in all.
enum { LONGEST_SIDE = 20000, MOST_PIXELS = 40 << 20, MOST_WORK = 5, MOST_SECONDS = 10 };
// Bytes of memory: the pixels twice, the libraries, and room for threads' stacks.
static const rlim_t most_memory = 1 << 30;

// Those of the libraries' functions that are used, as their manuals have them.
#define FUNCTIONS(F)                                                                                                \
  F(pixbuf, void *, gdk_pixbuf_loader_new_with_type, (const char *, void **))                                       \
  F(pixbuf, int, gdk_pixbuf_loader_write, (void *, const unsigned char *, size_t, void **))                         \
  F(pixbuf, int, gdk_pixbuf_loader_close, (void *, void **))                                                        \
  F(pixbuf, void *, gdk_pixbuf_loader_get_pixbuf, (void *))                                                         \
  F(pixbuf, void, gdk_pixbuf_loader_set_size, (void *, int, int))                                                   \
  F(pixbuf, void *, gdk_pixbuf_apply_embedded_orientation, (void *))                                                \
  F(pixbuf, int, gdk_pixbuf_get_width, (void *))                                                                    \
  F(pixbuf, int, gdk_pixbuf_get_height, (void *))                                                                   \
  F(pixbuf, int, gdk_pixbuf_get_rowstride, (void *))                                                                \
  F(pixbuf, int, gdk_pixbuf_get_n_channels, (void *))                                                               \
  F(pixbuf, const unsigned char *, gdk_pixbuf_read_pixels, (void *))                                                \
  F(pixbuf, unsigned long, g_signal_connect_data, (void *, const char *, void (*)(void), void *, void *, int))      \
  F(chafa, void, chafa_set_n_threads, (int))                                                                        \
  F(chafa, void, chafa_calc_canvas_geometry, (int, int, int *, int *, float, int, int))                             \
  F(chafa, void *, chafa_symbol_map_new, (void))                                                                    \
  F(chafa, void, chafa_symbol_map_add_by_tags, (void *, int))                                                       \
  F(chafa, void *, chafa_canvas_config_new, (void))                                                                 \
  F(chafa, void, chafa_canvas_config_set_geometry, (void *, int, int))                                              \
  F(chafa, void, chafa_canvas_config_set_canvas_mode, (void *, int))                                                \
  F(chafa, void, chafa_canvas_config_set_symbol_map, (void *, void *))                                              \
  F(chafa, void *, chafa_canvas_new, (void *))                                                                      \
  F(chafa, void, chafa_canvas_draw_all_pixels, (void *, int, const unsigned char *, int, int, int))                 \
  F(chafa, uint32_t, chafa_canvas_get_char_at, (void *, int, int))                                                  \
  F(chafa, void, chafa_canvas_get_raw_colors_at, (void *, int, int, int *, int *))

#define SLOT(library, result, name, parameters) static result(*name) parameters;
FUNCTIONS(SLOT)

// Of chafa-symbol-map.h: the glyphs that any font has, ASCII alone or with the block elements.
enum { TAG_SPACE = 1 << 0, TAG_SOLID = 1 << 1, TAG_HALF = 1 << 8 | 1 << 9, TAG_QUAD = 1 << 7, TAG_ASCII = 1 << 14 };
// Of chafa-canvas-config.h and chafa-common.h.
enum { MODE_ALL = 0, MODE_256 = 2, MODE_16 = 3, MODE_NONE = 5, MODE_8 = 6 };
enum { PIXEL_RGBA = 4, PIXEL_RGB = 8 };

static int load(void) {
  void *pixbuf = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_GLOBAL);
  void *chafa = dlopen("libchafa.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (pixbuf == NULL || chafa == NULL) return 0;
#define FIND(library, result, name, parameters)                                                                     \
  if ((name = (result(*) parameters)dlsym(library, #name)) == NULL) return 0;
  FUNCTIONS(FIND)
  return 1;
}

// The few formats that people send. Those that a stranger would choose, drawings and icons among them, are not read.
static const char *type_of(const unsigned char *bytes, size_t count) {
  static const struct {
    const char *type, *start;
    size_t count;
  } known[] = {
      {"png", "\x89PNG\r\n\x1A\n", 8}, {"jpeg", "\xFF\xD8\xFF", 3}, {"gif", "GIF87a", 6}, {"gif", "GIF89a", 6}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (count >= known[i].count && memcmp(bytes, known[i].start, known[i].count) == 0) return known[i].type;
  return count >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0 ? "webp" : NULL;
}

static void limit(int what, rlim_t most) {
  struct rlimit limit = {most, most};
  setrlimit((__rlimit_resource_t)what, &limit);
}

static void limit_all(void) {
  // Nobody can take it back once it is confined.
  signal(SIGALRM, SIG_DFL);
  alarm(MOST_SECONDS);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 64);
  limit(RLIMIT_CPU, MOST_WORK);
  limit(RLIMIT_AS, most_memory);
}

// From here on: memory, time, and the two descriptors that are open. Everything else is refused (seccomp(2)).
static int confine(void) {
#if defined(__x86_64__)
  const uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  const uint32_t machine = AUDIT_ARCH_AARCH64;
#else
  return 1;
#endif
  static const int allowed[] = {
      SYS_read, SYS_write, SYS_lseek, SYS_close, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk,
      SYS_futex, SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_clock_gettime, SYS_getrandom,
      SYS_sched_yield};
  enum { COUNT = sizeof allowed / sizeof *allowed };
  struct sock_filter filter[COUNT + 6];
  size_t length = 0;
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < COUNT; i++)
    filter[length++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)allowed[i], (uint8_t)(COUNT - i), 0);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {(unsigned short)length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  // A kernel without it has the limits alone.
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 || errno == EINVAL;
}

static struct psst_picture_head head;

// Called when the size is known, before there is memory for it. JPEG is read in the size that is wanted.
static void prepare(void *loader, int width, int height, void *room) {
  const int *cells = room;
  if (width < 1 || height < 1 || width > LONGEST_SIDE || height > LONGEST_SIDE ||
      (int64_t)width * height > MOST_PIXELS)
    _exit(PSST_PICTURE_TOO_LARGE);
  head.pixel_width = (uint32_t)width;
  head.pixel_height = (uint32_t)height;
  // A cell is drawn from eight by sixteen pixels.
  double across = cells[0] * 8.0 / width, down = cells[1] * 16.0 / height;
  double scale = across < down ? across : down;
  if (scale >= 1) return;
  int small = (int)(width * scale), low = (int)(height * scale);
  gdk_pixbuf_loader_set_size(loader, small > 0 ? small : 1, low > 0 ? low : 1);
}

static int give(const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    next += written;
    count -= (size_t)written;
  }
  return 1;
}

static int draw(void *pixbuf, int columns, int rows, enum psst_picture_colors colors, int is_ascii) {
  static const int modes[] = {MODE_NONE, MODE_8, MODE_16, MODE_256, MODE_ALL};
  int width = gdk_pixbuf_get_width(pixbuf), height = gdk_pixbuf_get_height(pixbuf);
  chafa_set_n_threads(1);
  chafa_calc_canvas_geometry(width, height, &columns, &rows, 0.5f, 0, 0);
  void *symbols = chafa_symbol_map_new(), *config = chafa_canvas_config_new();
  chafa_symbol_map_add_by_tags(symbols, TAG_SPACE | (is_ascii ? TAG_ASCII : TAG_SOLID | TAG_HALF | TAG_QUAD));
  chafa_canvas_config_set_symbol_map(config, symbols);
  chafa_canvas_config_set_geometry(config, columns, rows);
  chafa_canvas_config_set_canvas_mode(config, modes[colors]);
  void *canvas = chafa_canvas_new(config);
  chafa_canvas_draw_all_pixels(
      canvas, gdk_pixbuf_get_n_channels(pixbuf) == 4 ? PIXEL_RGBA : PIXEL_RGB, gdk_pixbuf_read_pixels(pixbuf), width,
      height, gdk_pixbuf_get_rowstride(pixbuf));
  head.width = (uint32_t)columns;
  head.height = (uint32_t)rows;
  if (!give(&head, sizeof head)) return 0;
  for (int y = 0; y < rows; y++) {
    for (int x = 0; x < columns; x++) {
      struct psst_picture_cell cell = {.glyph = chafa_canvas_get_char_at(canvas, x, y)};
      chafa_canvas_get_raw_colors_at(canvas, x, y, &cell.foreground, &cell.background);
      if (!give(&cell, sizeof cell)) return 0;
    }
  }
  return 1;
}

int psst_picture_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int psst_picture_main(int columns, int rows, enum psst_picture_colors colors, int is_ascii) {
  static unsigned char bytes[1 << 16];
  limit_all();
  ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
  const char *type = count > 0 ? type_of(bytes, (size_t)count) : NULL;
  if (type == NULL) return PSST_PICTURE_BROKEN;
  if (!load()) return PSST_PICTURE_NO_LIBRARY;
  void *loader = gdk_pixbuf_loader_new_with_type(type, NULL);
  // Of a format that is not installed.
  if (loader == NULL) return PSST_PICTURE_BROKEN;
  int room[] = {columns, rows};
  g_signal_connect_data(loader, "size-prepared", (void (*)(void))prepare, room, NULL, 0);
  if (!confine()) return PSST_PICTURE_BROKEN;
  for (; count > 0; count = read(STDIN_FILENO, bytes, sizeof bytes))
    if (!gdk_pixbuf_loader_write(loader, bytes, (size_t)count, NULL)) return PSST_PICTURE_BROKEN;
  if (count < 0 || !gdk_pixbuf_loader_close(loader, NULL)) return PSST_PICTURE_BROKEN;
  void *pixbuf = gdk_pixbuf_loader_get_pixbuf(loader);
  void *upright = pixbuf == NULL ? NULL : gdk_pixbuf_apply_embedded_orientation(pixbuf);
  if (upright == NULL) return PSST_PICTURE_BROKEN;
  return draw(upright, columns, rows, colors, is_ascii) ? PSST_PICTURE_DONE : PSST_PICTURE_BROKEN;
}

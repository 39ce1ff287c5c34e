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
  F(pixbuf, void *, gdk_pixbuf_scale_simple, (void *, int, int, int))                                               \
  F(pixbuf, int, gdk_pixbuf_save_to_bufferv, (void *, char **, size_t *, const char *, char **, char **, void **))  \
  F(pixbuf, void, g_object_unref, (void *))                                                                         \
  F(pixbuf, void, g_free, (void *))                                                                                 \
  F(pixbuf, unsigned long, g_signal_connect_data, (void *, const char *, void (*)(void), void *, void *, int))      \
  F(chafa, void, chafa_set_n_threads, (int))                                                                        \
  F(chafa, void, chafa_calc_canvas_geometry, (int, int, int *, int *, float, int, int))                             \
  F(chafa, void *, chafa_symbol_map_new, (void))                                                                    \
  F(chafa, void, chafa_symbol_map_add_by_tags, (void *, int))                                                       \
  F(chafa, void *, chafa_canvas_config_new, (void))                                                                 \
  F(chafa, void, chafa_canvas_config_set_geometry, (void *, int, int))                                              \
  F(chafa, void, chafa_canvas_config_set_canvas_mode, (void *, int))                                                \
  F(chafa, void, chafa_canvas_config_set_symbol_map, (void *, void *))                                              \
  F(chafa, void, chafa_canvas_config_set_pixel_mode, (void *, int))                                                 \
  F(chafa, void, chafa_canvas_config_set_cell_geometry, (void *, int, int))                                         \
  F(chafa, struct text *, chafa_canvas_print, (void *, void *))                                                     \
  F(chafa, void *, chafa_canvas_new, (void *))                                                                      \
  F(chafa, void, chafa_canvas_draw_all_pixels, (void *, int, const unsigned char *, int, int, int))                 \
  F(chafa, uint32_t, chafa_canvas_get_char_at, (void *, int, int))                                                  \
  F(chafa, void, chafa_canvas_get_raw_colors_at, (void *, int, int, int *, int *))

// Of gstring.h.
struct text {
  char *bytes;
  size_t length, capacity;
};

#define SLOT(library, result, name, parameters) static result(*name) parameters;
FUNCTIONS(SLOT)

// Of chafa-symbol-map.h: the glyphs that any font has, ASCII alone or with the block elements.
enum { TAG_SPACE = 1 << 0, TAG_SOLID = 1 << 1, TAG_HALF = 1 << 8 | 1 << 9, TAG_QUAD = 1 << 7, TAG_ASCII = 1 << 14 };
// Of chafa-canvas-config.h and chafa-common.h.
enum { MODE_ALL = 0, MODE_256 = 2, MODE_16 = 3, MODE_NONE = 5, MODE_8 = 6 };
enum { PIXEL_RGBA = 4, PIXEL_RGB = 8 };
enum { MODE_PIXELS_SIXELS = 1 };
// Of gdk-pixbuf-transform.h.
enum { BILINEAR = 2 };

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

// By how much it is made smaller; 1 or more where it fits.
static double fit(int width, int height, const struct psst_picture_wish *wish) {
  double across = (double)wish->columns * wish->cell_width / width;
  double down = (double)wish->rows * wish->cell_height / height;
  return across < down ? across : down;
}

// Called when the size is known, before there is memory for it. JPEG is read in the size that is wanted.
static void prepare(void *loader, int width, int height, void *data) {
  const struct psst_picture_wish *wish = data;
  if (width < 1 || height < 1 || width > LONGEST_SIDE || height > LONGEST_SIDE ||
      (int64_t)width * height > MOST_PIXELS)
    _exit(PSST_PICTURE_TOO_LARGE);
  head.pixel_width = (uint32_t)width;
  head.pixel_height = (uint32_t)height;
  double scale = fit(width, height, wish);
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

static void *canvas(void *pixbuf, int mode, void (*choose)(void *, const struct psst_picture_wish *),
                    const struct psst_picture_wish *wish) {
  void *config = chafa_canvas_config_new();
  chafa_canvas_config_set_geometry(config, (int)head.width, (int)head.height);
  chafa_canvas_config_set_canvas_mode(config, mode);
  choose(config, wish);
  void *result = chafa_canvas_new(config);
  chafa_canvas_draw_all_pixels(
      result, gdk_pixbuf_get_n_channels(pixbuf) == 4 ? PIXEL_RGBA : PIXEL_RGB, gdk_pixbuf_read_pixels(pixbuf),
      gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf), gdk_pixbuf_get_rowstride(pixbuf));
  return result;
}

static void choose_symbols(void *config, const struct psst_picture_wish *wish) {
  void *symbols = chafa_symbol_map_new();
  chafa_symbol_map_add_by_tags(symbols, TAG_SPACE | (wish->is_ascii ? TAG_ASCII : TAG_SOLID | TAG_HALF | TAG_QUAD));
  chafa_canvas_config_set_symbol_map(config, symbols);
}

static void choose_sixels(void *config, const struct psst_picture_wish *wish) {
  chafa_canvas_config_set_pixel_mode(config, MODE_PIXELS_SIXELS);
  chafa_canvas_config_set_cell_geometry(config, wish->cell_width, wish->cell_height);
}

// How many cells it takes. A terminal that draws it itself draws a small one as small as it is.
static void measure(void *pixbuf, const struct psst_picture_wish *wish) {
  int width = gdk_pixbuf_get_width(pixbuf), height = gdk_pixbuf_get_height(pixbuf);
  int columns = wish->columns, rows = wish->rows;
  if (wish->form == PSST_PICTURE_CELLS) {
    chafa_calc_canvas_geometry(width, height, &columns, &rows, 0.5f, 0, 0);
  } else {
    double scale = fit(width, height, wish);
    if (scale > 1) scale = 1;
    // A hair less, lest what just fits takes one more.
    int across = 1 + (int)(width * scale - 0.01) / wish->cell_width;
    int down = 1 + (int)(height * scale - 0.01) / wish->cell_height;
    if (across < columns) columns = across;
    if (down < rows) rows = down;
  }
  head.width = (uint32_t)columns;
  head.height = (uint32_t)rows;
}

// It is made smaller until it is short enough.
static void write_png(void *pixbuf, const struct psst_picture_wish *wish, struct text *form) {
  int width = gdk_pixbuf_get_width(pixbuf), height = gdk_pixbuf_get_height(pixbuf);
  // One that was turned upright may not fit as it was read.
  double scale = fit(width, height, wish);
  for (scale = scale < 1 ? scale : 1; width * scale >= 1 && height * scale >= 1; scale /= 2) {
    void *small = gdk_pixbuf_scale_simple(pixbuf, (int)(width * scale), (int)(height * scale), BILINEAR);
    if (small == NULL || !gdk_pixbuf_save_to_bufferv(small, &form->bytes, &form->length, "png", NULL, NULL, NULL)) {
      form->length = 0;
      return;
    }
    g_object_unref(small);
    if (form->length <= PSST_PICTURE_LONGEST_FORM) return;
    g_free(form->bytes);
    form->length = 0;
  }
}

static int draw(void *pixbuf, const struct psst_picture_wish *wish) {
  static const int modes[] = {MODE_NONE, MODE_8, MODE_16, MODE_256, MODE_ALL};
  struct text form = {0};
  chafa_set_n_threads(1);
  measure(pixbuf, wish);
  if (wish->form == PSST_PICTURE_PNG) write_png(pixbuf, wish, &form);
  if (wish->form == PSST_PICTURE_SIXEL) {
    form = *chafa_canvas_print(canvas(pixbuf, MODE_ALL, choose_sixels, wish), NULL);
    if (form.length > PSST_PICTURE_LONGEST_FORM) form.length = 0;
  }
  head.form_length = (uint32_t)form.length;
  void *cells = canvas(pixbuf, modes[wish->colors], choose_symbols, wish);
  if (!give(&head, sizeof head)) return 0;
  for (int y = 0; y < (int)head.height; y++) {
    for (int x = 0; x < (int)head.width; x++) {
      struct psst_picture_cell cell = {.glyph = chafa_canvas_get_char_at(cells, x, y)};
      chafa_canvas_get_raw_colors_at(cells, x, y, &cell.foreground, &cell.background);
      if (!give(&cell, sizeof cell)) return 0;
    }
  }
  return give(form.bytes, form.length);
}

int psst_picture_main(const struct psst_picture_wish *wish) {
  static unsigned char bytes[1 << 16];
  limit_all();
  ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
  const char *type = count > 0 ? type_of(bytes, (size_t)count) : NULL;
  if (type == NULL) return PSST_PICTURE_BROKEN;
  if (!load()) return PSST_PICTURE_NO_LIBRARY;
  void *loader = gdk_pixbuf_loader_new_with_type(type, NULL);
  // Of a format that is not installed.
  if (loader == NULL) return PSST_PICTURE_BROKEN;
  g_signal_connect_data(loader, "size-prepared", (void (*)(void))prepare, (void *)wish, NULL, 0);
  if (!confine()) return PSST_PICTURE_BROKEN;
  for (; count > 0; count = read(STDIN_FILENO, bytes, sizeof bytes))
    if (!gdk_pixbuf_loader_write(loader, bytes, (size_t)count, NULL)) return PSST_PICTURE_BROKEN;
  if (count < 0 || !gdk_pixbuf_loader_close(loader, NULL)) return PSST_PICTURE_BROKEN;
  void *pixbuf = gdk_pixbuf_loader_get_pixbuf(loader);
  void *upright = pixbuf == NULL ? NULL : gdk_pixbuf_apply_embedded_orientation(pixbuf);
  if (upright == NULL) return PSST_PICTURE_BROKEN;
  return draw(upright, wish) ? PSST_PICTURE_DONE : PSST_PICTURE_BROKEN;
}

#pragma once
// A file to or from an address by libcurl, which is loaded for the first: it brings some thirty libraries.
#include <stddef.h>
#include <stdint.h>

struct psst_transfer {
  /// https, or http where `mayBeOpen`.
  const char *address;
  int mayBeOpen;
  /// Of the file that is put; below zero one is fetched.
  int64_t size;
  /// `Name: value`, and NULL behind the last.
  const char *const *headers;
  /// A file of certificates to trust in the place of the system's, or NULL.
  const char *authority;
  /// Seconds for the way in, and without a byte.
  long patience;
  /// So often another address may be named instead.
  long redirects;
  void *context;
  /// Gives the next bytes of the file that is put: how many, 0 at its end, below zero where it cannot be read.
  long (*read)(void *context, char *bytes, size_t room);
  /// Takes bytes of what comes; anything but their number ends it.
  size_t (*write)(void *context, const char *bytes, size_t count);
  /// How far it has come; anything but 0 ends it.
  int (*progress)(void *context, int64_t done, int64_t total);
  /// Whether the address that was found may be reached: 1 or 0. IPv4 and IPv6 as text.
  int (*mayReach)(void *context, const char *address);
};

/// What decides whether an address may be used.
struct psst_address {
  /// In small letters, as the transfer reads it.
  char scheme[16];
  /// The same; of a numeric address the usual form, IPv6 in brackets.
  char host[256];
  /// Of the scheme where none is written.
  char port[8];
};

/// Whether the library can be had. Without it no address can be read either.
int psst_can_transfer(void);

/// Reads an address as a transfer does (libcurl's URL interface). Whether it is one without a user or a password.
int psst_read_address(const char *text, struct psst_address *address);

enum psst_transfer_ending {
  PSST_TRANSFER_DONE,
  /// The library cannot be had.
  PSST_TRANSFER_NO_LIBRARY,
  /// It was ended from here, or what is put cannot be read.
  PSST_TRANSFER_STOPPED,
  /// The certificate is none that is trusted.
  PSST_TRANSFER_NOT_SAFE,
  /// The address is none that may be used.
  PSST_TRANSFER_NO_ADDRESS,
  /// No address that was found answers, or may be reached.
  PSST_TRANSFER_NOT_REACHED,
  /// Nothing came or went for as long as one waits.
  PSST_TRANSFER_SILENT,
  /// It broke.
  PSST_TRANSFER_BROKEN,
};

/// Blocks. `status` is HTTP's, 0 where there was no answer.
enum psst_transfer_ending psst_transfer(const struct psst_transfer *transfer, long *status);

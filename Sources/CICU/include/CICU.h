#pragma once
// What addresses need of the Unicode tables, by ICU, which is loaded for the first address that is not ASCII.
#include <stddef.h>
#include <stdint.h>

/// A local part by UsernameCaseMapped (RFC 8265 §3.3): width and case mapped, NFC, letters and digits alone. UTF-8
/// in and out; the length of what was written, or −1 where it is no name, is too long, or ICU is missing.
ptrdiff_t psst_username(const char *text, size_t length, char *output, size_t size);

/// A resource by OpaqueString (RFC 8265 §4.2); what is not in the tables yet may be there.
ptrdiff_t psst_opaque(const char *text, size_t length, char *output, size_t size);

/// A domain as people read it (U-labels; UTS 46, IDNA 2008 with its rules for context and direction).
ptrdiff_t psst_domain(const char *text, size_t length, char *output, size_t size);

/// A domain as DNS and certificates have it (A-labels).
ptrdiff_t psst_domain_ascii(const char *text, size_t length, char *output, size_t size);

/// How a letter is joined to its neighbours (Unicode's Joining_Type): 1 on both sides, 2 to what follows, 3 to what
/// stands before it, 4 not counted, 0 not at all.
int psst_joining(uint32_t scalar);

/// The names of the scripts in a word where they are more than any one language has together (UTS 39 §5.2,
/// "highly restrictive"), with blanks between; 0 where all is well.
ptrdiff_t psst_mixed_scripts(const char *text, size_t length, char *output, size_t size);

/// What a word comes to when each letter is put for all that look like it (UTS 39 §4): words that look alike come to
/// the same.
ptrdiff_t psst_skeleton(const char *text, size_t length, char *output, size_t size);

/// A name in the letters of ASCII and in lower case, as near to how it sounds as ICU's tables come; what has no such
/// letter stays.
ptrdiff_t psst_latin(const char *text, size_t length, char *output, size_t size);

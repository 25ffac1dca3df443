#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef CODEC_RUNTIME
#define CODEC_RUNTIME

/* Why bytes were refused, or why a value has no encoding. */
typedef enum {
    CODEC_OK,
    CODEC_UNEXPECTED_END,
    CODEC_TRAILING_BYTES,
    CODEC_INVALID_BOOL,
    CODEC_INVALID_OPTION_TAG,
    CODEC_INVALID_TAG,
    CODEC_INVALID_UTF8,
    CODEC_INVALID_CHAR,
    CODEC_LENGTH_OVER_LIMIT,
    CODEC_LENGTH_OVERFLOW,
    CODEC_INTEGER_OUT_OF_RANGE,
    CODEC_TOO_MANY_EMPTY_ELEMENTS,
    CODEC_INVALID_VALUE,
    CODEC_UNKNOWN_MESSAGE,
    CODEC_INVALID_MAGIC,
    CODEC_VARINT_OVERFLOW,
    CODEC_NON_CANONICAL,
    CODEC_LENGTH_UNDER_LIMIT,
    CODEC_CHECK_FAILED,
    CODEC_INVALID_VERSION,
    CODEC_UNREADABLE_VERSION,
    CODEC_INVALID_FLAGS,
    CODEC_INVALID_INDEX,
    CODEC_BUFFER_TOO_SMALL,
    CODEC_INCONSISTENT_FIELDS
} codec_kind;

/* An error: its kind, and the offset of the byte; CODEC_OK for none. */
typedef struct {
    codec_kind kind;
    size_t offset;
} codec_error;

/* Bytes that are somewhere else. */
typedef struct {
    const uint8_t *data;
    size_t len;
} codec_bytes;

/* UTF-8 that is somewhere else; no zero ends it. */
typedef struct {
    const char *data;
    size_t len;
} codec_text;

/* An integer of 128 bits; a negative one is the two's complement. */
typedef struct {
    uint64_t low;
    uint64_t high;
} codec_u128;

/* A position in bytes, and the first error. */
typedef struct {
    const uint8_t *data;
    size_t at;
    size_t end;
    codec_error error;
} codec_reader;

/* A buffer, how much of it is written, and the first error. */
typedef struct {
    uint8_t *data;
    size_t capacity;
    size_t len;
    codec_kind error;
} codec_writer;

#endif

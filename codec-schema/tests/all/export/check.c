/* Prints what the codec in codec.h says of each payload in a list. */
#define CODEC_IMPLEMENTATION
#include "codec.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const NAMES[] = {
    [CODEC_OK] = "Ok",
    [CODEC_UNEXPECTED_END] = "UnexpectedEnd",
    [CODEC_TRAILING_BYTES] = "TrailingBytes",
    [CODEC_INVALID_BOOL] = "InvalidBool",
    [CODEC_INVALID_OPTION_TAG] = "InvalidOptionTag",
    [CODEC_INVALID_TAG] = "InvalidTag",
    [CODEC_INVALID_UTF8] = "InvalidUtf8",
    [CODEC_INVALID_CHAR] = "InvalidChar",
    [CODEC_LENGTH_OVER_LIMIT] = "LengthOverLimit",
    [CODEC_LENGTH_OVERFLOW] = "LengthOverflow",
    [CODEC_INTEGER_OUT_OF_RANGE] = "IntegerOutOfRange",
    [CODEC_TOO_MANY_EMPTY_ELEMENTS] = "TooManyEmptyElements",
    [CODEC_INVALID_VALUE] = "InvalidValue",
    [CODEC_UNKNOWN_MESSAGE] = "UnknownMessage",
    [CODEC_INVALID_MAGIC] = "InvalidMagic",
    [CODEC_VARINT_OVERFLOW] = "VarintOverflow",
    [CODEC_NON_CANONICAL] = "NonCanonical",
    [CODEC_LENGTH_UNDER_LIMIT] = "LengthUnderLimit",
    [CODEC_CHECK_FAILED] = "CheckFailed",
    [CODEC_INVALID_VERSION] = "InvalidVersion",
    [CODEC_UNREADABLE_VERSION] = "UnreadableVersion",
    [CODEC_INVALID_FLAGS] = "InvalidFlags",
    [CODEC_INVALID_INDEX] = "InvalidIndex",
    [CODEC_BUFFER_TOO_SMALL] = "BufferTooSmall",
    [CODEC_INCONSISTENT_FIELDS] = "InconsistentFields",
};

/* A block of exactly this size, so that a sanitizer sees a byte too many. */
static uint8_t *block(size_t size) {
    uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes) exit(3);
    return bytes;
}

#ifdef BY_NAME
#define ID(text) text
#else
#define ID(text) (uint32_t)strtoul(text, NULL, 10)
#endif

static codec_error read(bool is_frame, const char *id, const uint8_t *bytes, size_t size, Message *message) {
#ifdef MAX_PAYLOAD
    if (is_frame) return decode_frame(bytes, size, message);
#endif
    (void)is_frame;
    return decode_message(ID(id), bytes, size, message);
}

static codec_kind write(bool is_frame, const Message *message, uint8_t *buffer, size_t size, size_t *len) {
#ifdef MAX_PAYLOAD
    if (is_frame) return encode_frame(message, buffer, size, len);
#endif
    (void)is_frame;
    return encode_message(message, buffer, size, len);
}

static void say(bool is_frame, const char *id, const uint8_t *payload, size_t size) {
    static Message message;
    codec_error error;
    codec_kind kind;
    uint8_t *copy = block(size), *buffer = block(4 * size + 1024), *tight;
    size_t len = 0, other = 0;
    memcpy(copy, payload, size);
    memset(&message, 0xa5, sizeof message);
    error = read(is_frame, id, copy, size, &message);
    if (error.kind != CODEC_OK) {
        printf("%s %zu\n", NAMES[error.kind], error.offset);
    } else if ((kind = write(is_frame, &message, buffer, 4 * size + 1024, &len)) != CODEC_OK) {
        printf("encode %s\n", NAMES[kind]);
    } else {
        tight = block(len);
        if (write(is_frame, &message, tight, len, &other) != CODEC_OK || other != len || memcmp(tight, buffer, len)) {
            printf("a buffer of just its size: ");
        }
        if (len > 0 && write(is_frame, &message, tight, len - 1, &other) != CODEC_BUFFER_TOO_SMALL) {
            printf("a buffer that is too small: ");
        }
        free(tight);
        printf("ok ");
        for (size_t i = 0; i < len; i++) printf("%02x", buffer[i]);
        printf("\n");
    }
    free(buffer);
    free(copy);
}

int main(int count, char **arguments) {
    static char line[1 << 20];
    static uint8_t payload[1 << 19];
    FILE *list = count == 2 ? fopen(arguments[1], "r") : NULL;
    if (!list) return 2;
    while (fgets(line, sizeof line, list)) {
        char *at, *end;
        bool is_frame = strncmp(line, "frame ", 6) == 0;
        size_t size = 0;
        at = strchr(line, ' ');
        *at = 0;
        for (at++; at[0] > ' ' && at[1] > ' '; at += 2) {
            char byte[3] = {at[0], at[1], 0};
            payload[size++] = (uint8_t)strtoul(byte, &end, 16);
        }
        say(is_frame, line, payload, size);
    }
    fclose(list);
    return 0;
}

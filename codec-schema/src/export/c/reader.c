static void codec_fail(codec_reader *r, codec_kind kind, size_t offset) {
    if (r->error.kind == CODEC_OK) {
        r->error.kind = kind;
        r->error.offset = offset;
    }
}

static bool codec_need(codec_reader *r, size_t count) {
    if (count > r->end - r->at) codec_fail(r, CODEC_UNEXPECTED_END, r->end);
    return r->error.kind == CODEC_OK;
}

/* Whether there may be as many elements of at least this size. */
static bool codec_there(codec_reader *r, uint64_t count, size_t size) {
    if (size > 0 && count > (r->end - r->at) / size) codec_fail(r, CODEC_UNEXPECTED_END, r->end);
    return r->error.kind == CODEC_OK;
}

static void codec_finish(codec_reader *r) {
    if (r->at < r->end) codec_fail(r, CODEC_TRAILING_BYTES, r->at);
}

/* The next bytes, or NULL. */
static const uint8_t *codec_take(codec_reader *r, size_t count) {
    if (!codec_need(r, count)) return NULL;
    r->at += count;
    return r->data + (r->at - count);
}

static void codec_copy(codec_reader *r, uint8_t *to, size_t count) {
    const uint8_t *bytes = codec_take(r, count);
    if (bytes) memcpy(to, bytes, count);
    else memset(to, 0, count);
}

static uint32_t codec_read_int(codec_reader *r, size_t size, bool big) {
    const uint8_t *bytes = codec_take(r, size);
    uint32_t value = 0;
    for (size_t i = 0; bytes && i < size; i++) value = value << 8 | bytes[big ? i : size - 1 - i];
    return value;
}

static uint64_t codec_read_long(codec_reader *r, size_t size, bool big) {
    const uint8_t *bytes = codec_take(r, size);
    uint64_t value = 0;
    for (size_t i = 0; bytes && i < size; i++) value = value << 8 | bytes[big ? i : size - 1 - i];
    return value;
}

static codec_u128 codec_read_wide(codec_reader *r, size_t size, bool big) {
    const uint8_t *bytes = codec_take(r, size);
    codec_u128 value = {0, 0};
    for (size_t i = 0; bytes && i < size; i++) {
        value.high = value.high << 8 | value.low >> 56;
        value.low = value.low << 8 | bytes[big ? i : size - 1 - i];
    }
    return value;
}

static uint64_t codec_read_leb(codec_reader *r, unsigned size, unsigned most) {
    size_t start = r->at;
    uint64_t value = 0, over = 0;
    for (unsigned count = 0;; count++) {
        const uint8_t *byte = NULL;
        if (count == most) codec_fail(r, CODEC_VARINT_OVERFLOW, start);
        else byte = codec_take(r, 1);
        if (!byte) return 0;
        value |= (uint64_t)(*byte & 0x7f) << 7 * count;
        if (count == 9) over = (*byte & 0x7f) >> 1;
        if (*byte < 0x80) break;
    }
    if (size < 8) over |= value >> 8 * size;
    if (over) codec_fail(r, CODEC_VARINT_OVERFLOW, start);
    return over ? 0 : value;
}

static codec_u128 codec_read_wide_leb(codec_reader *r) {
    size_t start = r->at;
    codec_u128 value = {0, 0};
    for (unsigned shift = 0;; shift += 7) {
        const uint8_t *byte = NULL;
        uint64_t bits;
        if (shift == 7 * 19) codec_fail(r, CODEC_VARINT_OVERFLOW, start);
        else byte = codec_take(r, 1);
        if (!byte) return value;
        bits = *byte & 0x7f;
        if (shift < 64) value.low |= bits << shift;
        else value.high |= bits << (shift - 64);
        if (shift < 64 && shift > 57) value.high |= bits >> (64 - shift);
        if (*byte >= 0x80) continue;
        if (shift > 121 && bits >> (128 - shift)) codec_fail(r, CODEC_VARINT_OVERFLOW, start);
        return value;
    }
}

static uint64_t codec_read_marked(codec_reader *r, size_t size) {
    size_t start = r->at, count;
    uint32_t first = codec_read_int(r, 1, false);
    if (first <= 250) return first;
    count = (size_t)1 << (first - 250);
    if (count > size) codec_fail(r, CODEC_VARINT_OVERFLOW, start);
    return codec_read_long(r, count, false);
}

static codec_u128 codec_read_wide_marked(codec_reader *r) {
    size_t start = r->at;
    codec_u128 value = {0, 0};
    value.low = codec_read_int(r, 1, false);
    if (value.low <= 250) return value;
    if (value.low == 255) codec_fail(r, CODEC_VARINT_OVERFLOW, start);
    return codec_read_wide(r, (size_t)1 << (value.low - 250), false);
}

static uint64_t codec_read_compact(codec_reader *r) {
    size_t start = r->at, count;
    uint64_t value = codec_read_int(r, 1, false);
    if (value < 253) return value;
    count = (size_t)1 << (value - 252);
    value = codec_read_long(r, count, false);
    if (value < (count == 2 ? 253 : (uint64_t)1 << 4 * count)) codec_fail(r, CODEC_NON_CANONICAL, start);
    return value;
}

static bool codec_read_bool(codec_reader *r) {
    size_t start = r->at;
    uint32_t value = codec_read_int(r, 1, false);
    if (value > 1) codec_fail(r, CODEC_INVALID_BOOL, start);
    return value == 1;
}

static bool codec_read_option(codec_reader *r) {
    size_t start = r->at;
    uint32_t value = codec_read_int(r, 1, false);
    if (value > 1) codec_fail(r, CODEC_INVALID_OPTION_TAG, start);
    return value == 1;
}

static bool codec_read_maybe(codec_reader *r, uint64_t count) {
    if (count > 1) codec_fail(r, CODEC_LENGTH_OVER_LIMIT, r->at);
    return count == 1;
}

static float codec_read_float(codec_reader *r, bool big) {
    uint32_t bits = codec_read_int(r, 4, big);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double codec_read_double(codec_reader *r, bool big) {
    uint64_t bits = codec_read_long(r, 8, big);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t codec_limit(codec_reader *r, size_t start, uint64_t count, uint64_t low, uint64_t high) {
    if (count > high) codec_fail(r, CODEC_LENGTH_OVER_LIMIT, start);
    if (count < low) codec_fail(r, CODEC_LENGTH_UNDER_LIMIT, start);
    return count;
}

static codec_bytes codec_read_bytes(codec_reader *r, uint64_t count) {
    codec_bytes bytes = {NULL, 0};
    if (codec_there(r, count, 1)) {
        bytes.data = codec_take(r, (size_t)count);
        bytes.len = (size_t)count;
    }
    return bytes;
}

static codec_bytes codec_read_until(codec_reader *r, uint8_t end) {
    size_t at = r->at;
    codec_bytes bytes;
    while (at < r->end && r->data[at] != end) at++;
    if (at == r->end) codec_fail(r, CODEC_UNEXPECTED_END, r->end);
    bytes = codec_read_bytes(r, at - r->at);
    if (r->error.kind == CODEC_OK) r->at++;
    return bytes;
}

static codec_text codec_text_of(codec_reader *r, size_t start, codec_bytes bytes) {
    codec_text text = {(const char *)bytes.data, bytes.len};
    if (!codec_is_utf8(bytes.data, bytes.len)) codec_fail(r, CODEC_INVALID_UTF8, start);
    return text;
}

static codec_text codec_read_text(codec_reader *r, uint64_t count) {
    size_t start = r->at;
    return codec_text_of(r, start, codec_read_bytes(r, count));
}

static codec_text codec_read_text_until(codec_reader *r, uint8_t end) {
    size_t start = r->at;
    return codec_text_of(r, start, codec_read_until(r, end));
}

static uint32_t codec_read_char(codec_reader *r) {
    size_t start = r->at;
    uint32_t first = start < r->end ? r->data[start] : 0, scalar = 0;
    codec_bytes bytes;
    if (first >= 0x80 && (first < 0xc2 || first > 0xf4)) codec_fail(r, CODEC_INVALID_CHAR, start);
    bytes = codec_read_bytes(r, first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
    if (!codec_char(bytes.data, bytes.len, &scalar)) codec_fail(r, CODEC_INVALID_CHAR, start);
    return scalar;
}

static uint32_t codec_read_char_text(codec_reader *r, size_t start, uint64_t count) {
    uint32_t scalar = 0;
    codec_bytes bytes;
    if (count > 4) codec_fail(r, CODEC_INVALID_CHAR, start);
    bytes = codec_read_bytes(r, count);
    if (!codec_is_utf8(bytes.data, bytes.len) || !codec_char(bytes.data, bytes.len, &scalar)) {
        codec_fail(r, CODEC_INVALID_CHAR, start);
    }
    return scalar;
}

static uint32_t codec_read_scalar(codec_reader *r, size_t start, uint64_t value) {
    if (!codec_is_char(value)) codec_fail(r, CODEC_INVALID_CHAR, start);
    return (uint32_t)value;
}

static void codec_read_magic(codec_reader *r, const char *wanted, size_t count) {
    size_t start = r->at;
    const uint8_t *bytes = codec_take(r, count);
    if (bytes && memcmp(bytes, wanted, count) != 0) codec_fail(r, CODEC_INVALID_MAGIC, start);
}

/* Limits the reader to this many bytes, and returns the limit before. */
static size_t codec_open(codec_reader *r, uint64_t count) {
    size_t outer = r->end;
    if (codec_there(r, count, 1)) r->end = r->at + (size_t)count;
    return outer;
}

static bool codec_read_nullable(
    codec_reader *r, size_t start, uint64_t count, unsigned bits, uint64_t low, uint64_t high
) {
    uint64_t most = UINT64_MAX >> (64 - bits);
    if (count == most) return false;
    if (count > most / 2) codec_fail(r, CODEC_LENGTH_OVERFLOW, start);
    codec_limit(r, start, count, low, high);
    return r->error.kind == CODEC_OK;
}

static uint64_t codec_read_counted(codec_reader *r, bool fails, uint64_t count, uint64_t low, uint64_t high) {
    if (fails) codec_fail(r, CODEC_LENGTH_OVERFLOW, r->at);
    return codec_limit(r, r->at, count, low, high);
}

static void codec_align(codec_reader *r, size_t base, size_t align) {
    size_t over = (r->at - base) % align;
    codec_take(r, over == 0 ? 0 : align - over);
}

/* The version of a value, of which this program knows `own`. */
static void codec_readable(codec_reader *r, size_t start, size_t at, uint64_t own, uint64_t version, uint64_t readable) {
    if (readable < 2 || readable > version) codec_fail(r, CODEC_INVALID_VERSION, start);
    if (own < readable) codec_fail(r, CODEC_UNREADABLE_VERSION, at);
}

/* An entry of a table: where an element ends, counted from the first. */
static void codec_read_end(codec_reader *r, size_t table, size_t index, size_t end) {
    const uint8_t *at = r->data + table + 4 * index;
    uint32_t found = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    if (r->error.kind == CODEC_OK && found != end) codec_fail(r, CODEC_INVALID_INDEX, table + 4 * index);
}

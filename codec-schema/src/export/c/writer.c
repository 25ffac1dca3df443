static void codec_reject(codec_writer *w, codec_kind kind) {
    if (w->error == CODEC_OK) w->error = kind;
}

static uint8_t *codec_room(codec_writer *w, size_t count) {
    if (count > w->capacity - w->len) codec_reject(w, CODEC_BUFFER_TOO_SMALL);
    if (w->error != CODEC_OK || count == 0) return NULL;
    w->len += count;
    return w->data + (w->len - count);
}

static void codec_write_raw(codec_writer *w, const void *bytes, size_t count) {
    uint8_t *to = codec_room(w, count);
    if (to) memcpy(to, bytes, count);
}

static void codec_write_zeros(codec_writer *w, size_t count) {
    uint8_t *to = codec_room(w, count);
    if (to) memset(to, 0, count);
}

static void codec_write_align(codec_writer *w, size_t base, size_t align) {
    size_t over = (w->len - base) % align;
    codec_write_zeros(w, over == 0 ? 0 : align - over);
}

static void codec_write_int(codec_writer *w, uint32_t value, size_t size, bool big) {
    uint8_t *to = codec_room(w, size);
    for (size_t i = 0; to && i < size; i++) to[big ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

static void codec_write_long(codec_writer *w, uint64_t value, size_t size, bool big) {
    uint8_t *to = codec_room(w, size);
    for (size_t i = 0; to && i < size; i++) to[big ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

static void codec_write_wide(codec_writer *w, codec_u128 value, bool big) {
    codec_write_long(w, big ? value.high : value.low, 8, big);
    codec_write_long(w, big ? value.low : value.high, 8, big);
}

static void codec_write_leb(codec_writer *w, uint64_t value) {
    for (; value > 0x7f; value >>= 7) codec_write_int(w, (value & 0x7f) | 0x80, 1, false);
    codec_write_int(w, (uint32_t)value, 1, false);
}

static void codec_write_wide_leb(codec_writer *w, codec_u128 value) {
    while (value.high > 0 || value.low > 0x7f) {
        codec_write_int(w, (value.low & 0x7f) | 0x80, 1, false);
        value.low = value.low >> 7 | value.high << 57;
        value.high >>= 7;
    }
    codec_write_int(w, (uint32_t)value.low, 1, false);
}

/* One byte up to `most`, or a greater one and 2, 4 or 8 bytes. */
static void codec_write_marked(codec_writer *w, uint64_t value, uint32_t most) {
    uint32_t power = value <= 0xffff ? 1 : value <= 0xffffffff ? 2 : 3;
    if (value <= most) {
        codec_write_int(w, (uint32_t)value, 1, false);
        return;
    }
    codec_write_int(w, most + power, 1, false);
    codec_write_long(w, value, (size_t)1 << power, false);
}

static void codec_write_wide_marked(codec_writer *w, codec_u128 value) {
    if (value.high == 0) {
        codec_write_marked(w, value.low, 250);
        return;
    }
    codec_write_int(w, 254, 1, false);
    codec_write_wide(w, value, false);
}

static void codec_write_float(codec_writer *w, float value, bool big) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    codec_write_int(w, bits, 4, big);
}

static void codec_write_double(codec_writer *w, double value, bool big) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    codec_write_long(w, bits, 8, big);
}

static uint64_t codec_write_limit(codec_writer *w, uint64_t count, uint64_t low, uint64_t high) {
    if (count > high) codec_reject(w, CODEC_LENGTH_OVER_LIMIT);
    if (count < low) codec_reject(w, CODEC_LENGTH_UNDER_LIMIT);
    return count;
}

static void codec_write_equal(codec_writer *w, bool fails, uint64_t wanted, uint64_t count) {
    if (fails || wanted != count) codec_reject(w, CODEC_INCONSISTENT_FIELDS);
}

static void codec_write_until(codec_writer *w, const void *bytes, size_t len, uint8_t end) {
    if (len > 0 && memchr(bytes, end, len)) codec_reject(w, CODEC_INVALID_VALUE);
    codec_write_raw(w, bytes, len);
    codec_write_int(w, end, 1, false);
}

static void codec_check_text(codec_writer *w, codec_text text) {
    if (!codec_is_utf8((const uint8_t *)text.data, text.len)) codec_reject(w, CODEC_INVALID_VALUE);
}

static uint32_t codec_check_char(codec_writer *w, uint32_t scalar) {
    if (!codec_is_char(scalar)) codec_reject(w, CODEC_INVALID_VALUE);
    return scalar;
}

static size_t codec_char_len(uint32_t scalar) {
    return scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
}

static void codec_write_char(codec_writer *w, uint32_t scalar) {
    size_t len = codec_char_len(codec_check_char(w, scalar));
    uint8_t *to = codec_room(w, len);
    if (!to) return;
    for (size_t i = len - 1; i > 0; i--, scalar >>= 6) to[i] = (uint8_t)(0x80 | (scalar & 0x3f));
    to[0] = (uint8_t)(len == 1 ? scalar : (0xf00u >> len & 0xff) | scalar);
}

/* Moves what was written since `middle` before what was written since `start`. */
static void codec_swap(codec_writer *w, size_t start, size_t middle) {
    uint8_t head[32];
    size_t len = w->len - middle;
    if (w->error != CODEC_OK || len == 0) return;
    memcpy(head, w->data + middle, len);
    memmove(w->data + start + len, w->data + start, middle - start);
    memcpy(w->data + start, head, len);
}

static uint64_t codec_bits(codec_writer *w, uint64_t value, unsigned shift, unsigned width) {
    if (width < 64 && value >> width) codec_reject(w, CODEC_INTEGER_OUT_OF_RANGE);
    return codec_mask(value, width) << shift;
}

static uint64_t codec_signed_bits(codec_writer *w, int64_t value, unsigned shift, unsigned width) {
    if (codec_signed((uint64_t)value, width) != value) codec_reject(w, CODEC_INTEGER_OUT_OF_RANGE);
    return codec_mask((uint64_t)value, width) << shift;
}

static void codec_write_end(codec_writer *w, size_t table, size_t index, size_t end) {
    for (size_t i = 0; w->error == CODEC_OK && i < 4; i++) w->data[table + 4 * index + i] = (uint8_t)(end >> 8 * i);
}

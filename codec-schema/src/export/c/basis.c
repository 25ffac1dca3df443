static int64_t codec_signed(uint64_t value, unsigned bits) {
    uint64_t sign = (uint64_t)1 << (bits - 1);
    value = ((value & (sign | (sign - 1))) ^ sign) - sign;
    return value <= INT64_MAX ? (int64_t)value : -(int64_t)~value - 1;
}

static uint64_t codec_mask(uint64_t value, unsigned bits) {
    return value & UINT64_MAX >> (64 - bits);
}

static int64_t codec_unzigzag(uint64_t value) {
    return codec_signed(value >> 1 ^ (0 - (value & 1)), 64);
}

static uint64_t codec_zigzag(int64_t value) {
    return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

static codec_u128 codec_wide_unzigzag(codec_u128 value) {
    uint64_t sign = 0 - (value.low & 1);
    codec_u128 found = {(value.low >> 1 | value.high << 63) ^ sign, value.high >> 1 ^ sign};
    return found;
}

static codec_u128 codec_wide_zigzag(codec_u128 value) {
    uint64_t sign = 0 - (value.high >> 63);
    codec_u128 found = {value.low << 1 ^ sign, (value.high << 1 | value.low >> 63) ^ sign};
    return found;
}

static bool codec_is_char(uint64_t value) {
    return value <= 0x10ffff && (value < 0xd800 || value >= 0xe000);
}

/* The size of the character at the beginning of bytes, 0 for none. */
static size_t codec_char(const uint8_t *bytes, size_t len, uint32_t *scalar) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t count;
    uint32_t value;
    if (len == 0) return 0;
    value = bytes[0];
    count = value < 0x80 ? 1 : value < 0xc2 ? 0 : value < 0xe0 ? 2 : value < 0xf0 ? 3 : value < 0xf5 ? 4 : 0;
    if (count == 0 || count > len) return 0;
    if (count > 1) value &= 0x7fu >> count;
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xc0) != 0x80) return 0;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (value < least[count] || !codec_is_char(value)) return 0;
    *scalar = value;
    return count;
}

static bool codec_is_utf8(const uint8_t *bytes, size_t len) {
    uint32_t scalar;
    while (len > 0) {
        size_t count = codec_char(bytes, len, &scalar);
        if (count == 0) return false;
        bytes += count;
        len -= count;
    }
    return true;
}

/* Arithmetic that has no value for some numbers. */
static int64_t codec_div(int64_t one, int64_t other, bool *fails) {
    if (other == 0 || (other == -1 && one == INT64_MIN)) *fails = true;
    return *fails ? 0 : one / other;
}

static int64_t codec_rem(int64_t one, int64_t other, bool *fails) {
    if (other == 0) *fails = true;
    return other == 0 || other == -1 ? 0 : one % other;
}

static int64_t codec_shl(int64_t value, int64_t by, bool *fails) {
    if (by < 0 || by > 127) *fails = true;
    return *fails || by > 62 ? 0 : value * ((int64_t)1 << by);
}

static int64_t codec_shr(int64_t value, int64_t by, bool *fails) {
    int64_t sign = value < 0 ? -1 : 0;
    if (by < 0 || by > 127) *fails = true;
    if (*fails) return 0;
    return by > 62 ? sign : sign == 0 ? value >> by : -1 - ((-1 - value) >> by);
}

static uint64_t codec_length(const bool *fails, int64_t value, uint64_t otherwise) {
    return *fails || value < 0 ? otherwise : (uint64_t)value;
}

static uint64_t codec_word(const uint8_t *bytes, size_t size, bool big) {
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) value = value << 8 | bytes[big ? i : size - 1 - i];
    return value;
}

static void codec_put(uint8_t *to, uint64_t value, size_t size, bool big) {
    for (size_t i = 0; i < size; i++) to[big ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

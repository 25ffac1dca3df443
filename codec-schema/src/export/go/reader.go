
// Reader is a position in bytes.
type Reader struct {
	data    []byte
	at, end int
	outer   []int
}

func (r *Reader) refuse(kind string, offset int) {
	panic(&DecodeError{kind, offset})
}

func (r *Reader) left() uint64 {
	return uint64(r.end - r.at)
}

func (r *Reader) hasMore() bool {
	return r.at < r.end
}

func (r *Reader) need(count uint64) {
	if count > r.left() {
		r.refuse("UnexpectedEnd", r.end)
	}
}

// A count of elements of at least this size, for which there are bytes.
func (r *Reader) there(count, size uint64) int {
	if size > 0 && count > r.left()/size {
		r.refuse("UnexpectedEnd", r.end)
	}
	return int(count)
}

func (r *Reader) finish() {
	if r.hasMore() {
		r.refuse("TrailingBytes", r.at)
	}
}

func (r *Reader) take(count uint64) []byte {
	r.need(count)
	r.at += int(count)
	return r.data[r.at-int(count) : r.at]
}

func (r *Reader) bytes(count uint64) []byte {
	return append([]byte(nil), r.take(count)...)
}

func (r *Reader) text(count uint64) string {
	start := r.at
	found := r.take(count)
	if !utf8.Valid(found) {
		r.refuse("InvalidUtf8", start)
	}
	return string(found)
}

func (r *Reader) before(end byte) uint64 {
	found := bytes.IndexByte(r.data[r.at:r.end], end)
	if found < 0 {
		r.refuse("UnexpectedEnd", r.end)
	}
	return uint64(found)
}

func readEnded[T any](r *Reader, value T) T {
	r.at++
	return value
}

func (r *Reader) byte() byte {
	return r.take(1)[0]
}

func (r *Reader) bool() bool {
	start := r.at
	value := r.byte()
	if value > 1 {
		r.refuse("InvalidBool", start)
	}
	return value == 1
}

func (r *Reader) bit() bool {
	return r.byte()&1 == 1
}

func (r *Reader) fixed(size int, signed, big bool) uint64 {
	value := unsigned(r.take(uint64(size)), big)
	if signed {
		return uint64(int64(value<<(64-8*size)) >> (64 - 8*size))
	}
	return value
}

func (r *Reader) fixedWide(size int, _, big bool) Uint128 {
	data := r.take(uint64(size))
	if big {
		return Uint128{unsigned(data[:8], big), unsigned(data[8:], big)}
	}
	return Uint128{unsigned(data[8:], big), unsigned(data[:8], big)}
}

func zigzag(value uint64, signed bool) uint64 {
	if signed {
		return value>>1 ^ -(value & 1)
	}
	return value
}

func zigzagWide(value Uint128, signed bool) Uint128 {
	if !signed {
		return value
	}
	sign := -(value.Low & 1)
	return Uint128{value.High>>1 ^ sign, (value.Low>>1 | value.High<<63) ^ sign}
}

func (r *Reader) lebWide(size, most int, signed bool) Uint128 {
	start := r.at
	value := Uint128{}
	for shift := 0; ; shift += 7 {
		if shift == 7*most {
			r.refuse("VarintOverflow", start)
		}
		next := r.byte()
		low := uint64(next & 0x7f)
		if shift < 64 {
			value.Low |= low << shift
			value.High |= low >> (64 - shift)
		} else {
			value.High |= low << (shift - 64)
			if shift > 121 && low>>(128-shift) != 0 {
				r.refuse("VarintOverflow", start)
			}
		}
		if next < 0x80 {
			break
		}
	}
	if size < 16 && value.High != 0 || size < 8 && value.Low>>(8*size) != 0 {
		r.refuse("VarintOverflow", start)
	}
	return zigzagWide(value, signed)
}

func (r *Reader) leb(size, most int, signed bool) uint64 {
	return zigzag(r.lebWide(size, most, false).Low, signed)
}

func (r *Reader) markedWide(size int, signed bool) Uint128 {
	start := r.at
	value := Uint128{0, uint64(r.byte())}
	if value.Low > 250 {
		count := 1 << (value.Low - 250)
		if count > size {
			r.refuse("VarintOverflow", start)
		}
		if count == 16 {
			value = r.fixedWide(count, false, false)
		} else {
			value.Low = r.fixed(count, false, false)
		}
	}
	return zigzagWide(value, signed)
}

func (r *Reader) marked(size int, signed bool) uint64 {
	return zigzag(r.markedWide(size, false).Low, signed)
}

func (r *Reader) compact() uint64 {
	start := r.at
	first := r.byte()
	if first < 253 {
		return uint64(first)
	}
	count := 1 << (first - 252)
	value := r.fixed(count, false, false)
	if count == 2 && value < 253 || count > 2 && value>>(4*count) == 0 {
		r.refuse("NonCanonical", start)
	}
	return value
}

func readNonzero[T comparable](r *Reader, read func() T) T {
	start := r.at
	value := read()
	if value == *new(T) {
		r.refuse("InvalidValue", start)
	}
	return value
}

func (r *Reader) most(most uint64, read func() uint64) uint64 {
	start := r.at
	value := read()
	if value > most {
		r.refuse("LengthOverLimit", start)
	}
	return value
}

func (r *Reader) float32(_ int, big, refusesNaN bool) float32 {
	start := r.at
	value := math.Float32frombits(uint32(r.fixed(4, false, big)))
	if refusesNaN && value != value {
		r.refuse("InvalidValue", start)
	}
	return value
}

func (r *Reader) float64(_ int, big, refusesNaN bool) float64 {
	start := r.at
	value := math.Float64frombits(r.fixed(8, false, big))
	if refusesNaN && value != value {
		r.refuse("InvalidValue", start)
	}
	return value
}

func (r *Reader) charUtf8() rune {
	start := r.at
	first := byte(0)
	if r.hasMore() {
		first = r.data[start]
	}
	count := uint64(4)
	switch {
	case first < 0x80:
		count = 1
	case first < 0xe0:
		count = 2
	case first < 0xf0:
		count = 3
	}
	if first >= 0x80 && (first < 0xc2 || first > 0xf4) {
		r.refuse("InvalidChar", start)
	}
	found := r.take(count)
	if !utf8.Valid(found) {
		r.refuse("InvalidChar", start)
	}
	value, _ := utf8.DecodeRune(found)
	return value
}

func (r *Reader) charText(read func() uint64) rune {
	start := r.at
	count := read()
	if count > 4 {
		r.refuse("InvalidChar", start)
	}
	found := r.take(count)
	if count == 0 || !utf8.Valid(found) {
		r.refuse("InvalidChar", start)
	}
	value, _ := utf8.DecodeRune(found)
	return value
}

func (r *Reader) charScalar(read func() uint64) rune {
	start := r.at
	value := read()
	if value > utf8.MaxRune || !utf8.ValidRune(rune(value)) {
		r.refuse("InvalidChar", start)
	}
	return rune(value)
}

func (r *Reader) magic(wanted []byte) {
	start := r.at
	if !bytes.Equal(r.take(uint64(len(wanted))), wanted) {
		r.refuse("InvalidMagic", start)
	}
}

func readConstant[T comparable](r *Reader, wanted T, read func() T) {
	start := r.at
	if read() != wanted {
		r.refuse("InvalidMagic", start)
	}
}

func (r *Reader) limit(start int, count, low, high uint64) uint64 {
	if count > high {
		r.refuse("LengthOverLimit", start)
	}
	if count < low {
		r.refuse("LengthUnderLimit", start)
	}
	return count
}

func (r *Reader) count(read func() uint64, low, high uint64) uint64 {
	start := r.at
	return r.limit(start, read(), low, high)
}

func (r *Reader) counted(of func() exact, low, high uint64) uint64 {
	count, ok := lengthOf(of, 0)
	if !ok {
		r.refuse("LengthOverflow", r.at)
	}
	return r.limit(r.at, count, low, high)
}

func (r *Reader) least(of func() exact) uint64 {
	value, _ := lengthOf(of, math.MaxUint64)
	return value
}

func (r *Reader) largest(of func() exact) uint64 {
	value, _ := lengthOf(of, 0)
	return value
}

func (r *Reader) test(of func() bool) bool {
	value, ok := attempt(of)
	if !ok {
		r.refuse("IntegerOutOfRange", r.at)
	}
	return value
}

func (r *Reader) tag(of func() exact) uint64 {
	value, ok := lengthOf(of, 0)
	if !ok {
		r.refuse("InvalidTag", r.at)
	}
	return value
}

func (r *Reader) kept(start int, tag uint64, size int) uint64 {
	if size < 8 && tag>>(8*size) != 0 {
		r.refuse("InvalidTag", start)
	}
	return tag
}

func (r *Reader) noVariant(start int) *DecodeError {
	return &DecodeError{"InvalidTag", start}
}

func (r *Reader) computed(start int, found exact, of func() exact) {
	if value, ok := attempt(of); !ok || value != found {
		r.refuse("CheckFailed", start)
	}
}

func readOption[T any](r *Reader, read func(*Reader) T) *T {
	start := r.at
	tag := r.byte()
	if tag > 1 {
		r.refuse("InvalidOptionTag", start)
	}
	return readMaybe(r, uint64(tag), read)
}

func readMaybe[T any](r *Reader, count uint64, read func(*Reader) T) *T {
	if count > 1 {
		r.refuse("LengthOverLimit", r.at)
	}
	if count == 0 {
		return nil
	}
	return some(read(r))
}

func readNullable[T any](
	r *Reader, word func() uint64, size int, low, high uint64, read func(*Reader, uint64) T,
) *T {
	start := r.at
	count := word()
	most := uint64(math.MaxUint64) >> (64 - 8*size)
	if count == most {
		return nil
	}
	if count > most/2 {
		r.refuse("LengthOverflow", start)
	}
	return some(read(r, r.limit(start, count, low, high)))
}

func readSized[T any](r *Reader, count uint64, read func(*Reader) T) T {
	outer := r.end
	r.end = r.at + r.there(count, 1)
	value := read(r)
	r.finish()
	r.end = outer
	return value
}

func readAfter[T any](r *Reader, count uint64, read func() T) T {
	r.need(count)
	return read()
}

func readPadded[T any](r *Reader, before uint64, base, align int, after uint64, read func() T) T {
	r.take(before)
	if over := (r.at - base) % align; over > 0 {
		r.take(uint64(align - over))
	}
	value := read()
	r.take(after)
	return value
}

func (r *Reader) word(size int, little bool) uint64 {
	return r.fixed(size, false, !little)
}

func (r *Reader) flag(word uint64, shift, width uint) bool {
	return word>>shift<<(64-width) != 0
}

func (r *Reader) bits(word uint64, shift, width uint, size int, signed bool, back int) uint64 {
	value := word >> shift << (64 - width)
	bits := 64 - 8*size
	if signed {
		value = uint64(int64(value) >> (64 - width))
		if uint64(int64(value<<bits)>>bits) != value {
			r.refuse("InvalidValue", r.at-back)
		}
		return value
	}
	value >>= 64 - width
	if value<<bits>>bits != value {
		r.refuse("InvalidValue", r.at-back)
	}
	return value
}

func (r *Reader) version(own, _ uint64, number, length func() uint64) uint64 {
	start := r.at
	version := number()
	if version == 0 {
		version = number()
		if version == 0 {
			r.refuse("InvalidVersion", start)
		}
		at := r.at
		readable := number()
		if readable < 2 || readable > version {
			r.refuse("InvalidVersion", start)
		}
		if own < readable {
			r.refuse("UnreadableVersion", at)
		}
	}
	count := r.there(length(), 1)
	r.outer = append(r.outer, r.end)
	r.end = r.at + count
	return version
}

func (r *Reader) close() {
	last := len(r.outer) - 1
	r.at, r.end, r.outer = r.end, r.outer[last], r.outer[:last]
}


// Writer is bytes that are written.
type Writer struct {
	data []byte
	len  int
}

// The length before content of so many elements or bytes.
type before func(uint64)

func (w *Writer) raw(data []byte) {
	w.data = append(w.data, data...)
	w.len = len(w.data)
}

func (w *Writer) nothing() {}

func (w *Writer) back(mark int) {
	w.data = w.data[:mark]
	w.len = mark
}

func (w *Writer) zeros(count int) {
	w.raw(make([]byte, count))
}

func (w *Writer) align(base, align int) {
	if over := (w.len - base) % align; over > 0 {
		w.zeros(align - over)
	}
}

func (w *Writer) byte(value byte) {
	w.raw([]byte{value})
}

func (w *Writer) bool(value bool) {
	if value {
		w.byte(1)
	} else {
		w.byte(0)
	}
}

func (w *Writer) number(value uint64, size int, big bool) {
	var data [8]byte
	put(data[:size], value, big)
	w.raw(data[:size])
}

func (w *Writer) fixed(value uint64, size int, signed, big bool) {
	w.number(ranged(value, uint(8*size), signed), size, big)
}

func (w *Writer) fixedWide(value Uint128, _ int, _, big bool) {
	one, other := value.Low, value.High
	if big {
		one, other = other, one
	}
	w.number(one, 8, big)
	w.number(other, 8, big)
}

func writeZigzag(value uint64, size int, signed bool) uint64 {
	value = ranged(value, uint(8*size), signed)
	if signed {
		return value<<1 ^ uint64(int64(value)>>63)
	}
	return value
}

func writeZigzagWide(value Uint128, signed bool) Uint128 {
	if !signed {
		return value
	}
	sign := uint64(int64(value.High) >> 63)
	return Uint128{(value.High<<1 | value.Low>>63) ^ sign, value.Low<<1 ^ sign}
}

func (w *Writer) lebWide(value Uint128, _ int, signed bool) {
	value = writeZigzagWide(value, signed)
	for value.High > 0 || value.Low > 0x7f {
		w.byte(byte(value.Low) | 0x80)
		value = Uint128{value.High >> 7, value.Low>>7 | value.High<<57}
	}
	w.byte(byte(value.Low))
}

func (w *Writer) leb(value uint64, size int, signed bool) {
	w.lebWide(Uint128{0, writeZigzag(value, size, signed)}, 8, false)
}

func (w *Writer) marks(value uint64, most byte) {
	if value <= uint64(most) {
		w.byte(byte(value))
		return
	}
	power := byte(1)
	for power < 3 && value>>(8<<power) != 0 {
		power++
	}
	w.byte(most + power)
	w.number(value, 1<<power, false)
}

func (w *Writer) markedWide(value Uint128, _ int, signed bool) {
	value = writeZigzagWide(value, signed)
	if value.High == 0 {
		w.marks(value.Low, 250)
		return
	}
	w.byte(254)
	w.fixedWide(value, 16, false, false)
}

func (w *Writer) marked(value uint64, size int, signed bool) {
	if size == 1 {
		w.fixed(value, size, signed, false)
		return
	}
	w.marks(writeZigzag(value, size, signed), 250)
}

func (w *Writer) compact(value uint64) {
	w.marks(value, 252)
}

func (w *Writer) most(value, most uint64) uint64 {
	if value > most {
		panic(rejected("LengthOverLimit"))
	}
	return value
}

func writeNonzero[T comparable](_ *Writer, value T) T {
	if value == *new(T) {
		panic(invalid())
	}
	return value
}

func (w *Writer) float32(value float32, size int, big, refusesNaN bool) {
	if refusesNaN && value != value {
		panic(invalid())
	}
	w.number(uint64(math.Float32bits(value)), size, big)
}

func (w *Writer) float64(value float64, size int, big, refusesNaN bool) {
	if refusesNaN && value != value {
		panic(invalid())
	}
	w.number(math.Float64bits(value), size, big)
}

func (w *Writer) limit(count, low, high uint64) {
	if count > high {
		panic(rejected("LengthOverLimit"))
	}
	if count < low {
		panic(rejected("LengthUnderLimit"))
	}
}

func (w *Writer) least(of func() exact) uint64 {
	value, _ := lengthOf(of, math.MaxUint64)
	return value
}

func (w *Writer) largest(of func() exact) uint64 {
	value, _ := lengthOf(of, 0)
	return value
}

// A count that the prefix can't hold is over the limit.
func (w *Writer) within(write func(*Writer, uint64), count uint64) {
	defer func() {
		if found := recover(); found != nil {
			panic(rejected("LengthOverLimit"))
		}
	}()
	write(w, count)
}

func (w *Writer) prefix(write func(*Writer, uint64), low, high uint64) before {
	return func(count uint64) {
		w.limit(count, low, high)
		w.within(write, count)
	}
}

func (w *Writer) equal(of func() exact, low, high uint64) before {
	return func(count uint64) {
		w.same(of, count)
		w.limit(count, low, high)
	}
}

func (w *Writer) exactly(count uint64) before {
	return func(found uint64) {
		if found != count {
			panic(invalid())
		}
	}
}

func (w *Writer) bare() before {
	return func(uint64) {}
}

func (w *Writer) block(data []byte, first before) {
	first(uint64(len(data)))
	w.raw(data)
}

func (w *Writer) until(data []byte, end byte) {
	if bytes.IndexByte(data, end) >= 0 {
		panic(invalid())
	}
	w.raw(data)
	w.byte(end)
}

func writeList[T any](w *Writer, items []T, first before, write func(*Writer, T)) {
	first(uint64(len(items)))
	for _, item := range items {
		write(w, item)
	}
}

func writeToLast[T any](w *Writer, items []T, write func(*Writer, T), last func(T) bool, open bool) {
	ended := false
	for _, item := range items {
		if ended {
			panic(invalid())
		}
		ended = last(item)
	}
	if !ended && !open {
		panic(invalid())
	}
	writeList(w, items, w.bare(), write)
}

func writeIndexed[T any](w *Writer, items []T, first before, write func(*Writer, T)) {
	first(uint64(len(items)))
	table := w.len
	w.zeros(4 * len(items))
	start := w.len
	for i, item := range items {
		write(w, item)
		put(w.data[table+4*i:table+4*i+4], uint64(w.len-start), false)
	}
}

func writeOption[T any](w *Writer, value *T, write func(*Writer, T)) {
	w.bool(value != nil)
	writeLeft(w, value, true, write)
}

func writeMaybe[T any](w *Writer, value *T, first before, write func(*Writer, T)) {
	if value == nil {
		first(0)
		return
	}
	first(1)
	write(w, *value)
}

func writeNullable[T any](
	w *Writer, value *T, prefix func(*Writer, uint64), size int, low, high uint64, write func(*Writer, T),
) {
	most := uint64(math.MaxUint64) >> (64 - 8*size)
	if value == nil {
		prefix(w, most)
		return
	}
	count := uint64(reflect.ValueOf(*value).Len())
	w.limit(count, low, high)
	if count > most/2 {
		panic(rejected("LengthOverLimit"))
	}
	prefix(w, count)
	write(w, *value)
}

func writePresent[T any](w *Writer, value *T, of func() bool, write func(*Writer, T)) {
	wanted, ok := attempt(of)
	if !ok {
		panic(rejected("IntegerOutOfRange"))
	}
	if wanted != (value != nil) {
		panic(rejected("InconsistentFields"))
	}
	writeLeft(w, value, true, write)
}

func writeLeft[T any](w *Writer, value *T, before bool, write func(*Writer, T)) {
	if value == nil {
		return
	}
	if !before {
		panic(rejected("InconsistentFields"))
	}
	write(w, *value)
}

func (w *Writer) sized(first before, write func(*Writer)) {
	start := w.len
	write(w)
	content := append([]byte(nil), w.data[start:]...)
	w.back(start)
	w.block(content, first)
}

func (w *Writer) same(of func() exact, tag uint64) {
	if value, ok := lengthOf(of, 0); !ok || value != tag {
		panic(rejected("InconsistentFields"))
	}
}

func (w *Writer) word(word uint64, size int, little bool) {
	w.number(word, size, !little)
}

func (w *Writer) computed(of func() exact) exact {
	value, ok := attempt(of)
	if !ok {
		panic(rejected("IntegerOutOfRange"))
	}
	return value
}

func (w *Writer) version(own, oldest uint64, write func(*Writer, uint64)) {
	if oldest == 0 {
		write(w, own)
		return
	}
	for _, number := range []uint64{0, own, oldest} {
		write(w, number)
	}
}

func (w *Writer) open() int {
	return w.len
}

func (w *Writer) shut(start int, write func(*Writer, uint64)) {
	content := append([]byte(nil), w.data[start:]...)
	w.back(start)
	write(w, uint64(len(content)))
	w.raw(content)
}

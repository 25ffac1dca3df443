
import (
	"bytes"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// DecodeError says why bytes were refused: a kind, and the offset of the byte.
type DecodeError struct {
	Kind   string
	Offset int
}

func (e *DecodeError) Error() string {
	return e.Kind + " at byte " + strconv.Itoa(e.Offset)
}

// EncodeError says why a value has no encoding.
type EncodeError struct {
	Kind string
}

func (e *EncodeError) Error() string {
	return e.Kind
}

// Uint128 is an integer of 128 bits.
type Uint128 struct {
	High, Low uint64
}

// Int128 is an integer of 128 bits in two's complement.
type Int128 Uint128

// An expression over fields has no value.
type fail struct{}

// A number of an expression, in 128 bits with a sign.
type exact struct {
	high int64
	low  uint64
}

const unlimited = math.MaxUint64

var (
	most128  = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 127), big.NewInt(1))
	least128 = new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 127))
	mask64   = new(big.Int).SetUint64(math.MaxUint64)
)

func (e exact) big() *big.Int {
	high := new(big.Int).Lsh(big.NewInt(e.high), 64)
	return high.Or(high, new(big.Int).SetUint64(e.low))
}

func fit(value *big.Int) exact {
	if value.Cmp(least128) < 0 || value.Cmp(most128) > 0 {
		panic(fail{})
	}
	low := new(big.Int).And(value, mask64).Uint64()
	return exact{new(big.Int).Rsh(value, 64).Int64(), low}
}

// A value of a field as a number.
func wide(value any) exact {
	switch value := value.(type) {
	case Uint128:
		if value.High > math.MaxInt64 {
			panic(fail{})
		}
		return exact{int64(value.High), value.Low}
	case Int128:
		return exact{int64(value.High), value.Low}
	case bool:
		if value {
			return exact{0, 1}
		}
		return exact{0, 0}
	}
	of := reflect.ValueOf(value)
	if of.CanUint() {
		return exact{0, of.Uint()}
	}
	return number(of.Int())
}

func number(value int64) exact {
	return exact{value >> 63, uint64(value)}
}

func between(begin, end int) exact {
	return number(int64(end - begin))
}

func compute(of func(*big.Int, *big.Int, *big.Int) *big.Int, one, other exact) exact {
	return fit(of(new(big.Int), one.big(), other.big()))
}

func add(one, other exact) exact {
	return compute((*big.Int).Add, one, other)
}

func sub(one, other exact) exact {
	return compute((*big.Int).Sub, one, other)
}

func mul(one, other exact) exact {
	return compute((*big.Int).Mul, one, other)
}

func and(one, other exact) exact {
	return compute((*big.Int).And, one, other)
}

func or(one, other exact) exact {
	return compute((*big.Int).Or, one, other)
}

func xor(one, other exact) exact {
	return compute((*big.Int).Xor, one, other)
}

func div(one, other exact) exact {
	if other == number(0) {
		panic(fail{})
	}
	return compute((*big.Int).Quo, one, other)
}

func rem(one, other exact) exact {
	if other == number(0) {
		panic(fail{})
	}
	return compute((*big.Int).Rem, one, other)
}

func bits(by exact) uint {
	if by.high != 0 || by.low > 127 {
		panic(fail{})
	}
	return uint(by.low)
}

func shl(value, by exact) exact {
	return fit(new(big.Int).Lsh(value.big(), bits(by)))
}

func shr(value, by exact) exact {
	return fit(new(big.Int).Rsh(value.big(), bits(by)))
}

func compare(one, other exact) int {
	return one.big().Cmp(other.big())
}

// The value of an expression, if it has one.
func attempt[T any](of func() T) (value T, ok bool) {
	defer func() {
		if found := recover(); found != nil {
			if _, is := found.(fail); !is {
				panic(found)
			}
		}
	}()
	return of(), true
}

// The value of an expression as a length, or another.
func lengthOf(of func() exact, otherwise uint64) (uint64, bool) {
	value, ok := attempt(of)
	if !ok || value.high != 0 {
		return otherwise, false
	}
	return value.low, true
}

func rejected(kind string) *EncodeError {
	return &EncodeError{kind}
}

func invalid() *EncodeError {
	return rejected("InvalidValue")
}

func text(value string) []byte {
	if !utf8.ValidString(value) {
		panic(invalid())
	}
	return []byte(value)
}

func character(value rune) []byte {
	if !utf8.ValidRune(value) {
		panic(invalid())
	}
	return []byte(string(value))
}

func scalar(value rune) uint64 {
	character(value)
	return uint64(value)
}

func unknown(tag uint64, known []uint64) uint64 {
	for _, one := range known {
		if tag == one {
			panic(invalid())
		}
	}
	return tag
}

// An integer that has to be one of so many bits, whose others are set to its sign.
func ranged(value uint64, bits uint, signed bool) uint64 {
	cut := value << (64 - bits) >> (64 - bits)
	if signed {
		cut = uint64(int64(value<<(64-bits)) >> (64 - bits))
	}
	if cut != value {
		panic(rejected("IntegerOutOfRange"))
	}
	return value
}

// A number as an integer of this type.
func narrow[T uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64](value exact) T {
	found := T(value.low)
	if wide(found) != value {
		panic(rejected("IntegerOutOfRange"))
	}
	return found
}

func narrowUnsigned(value exact) Uint128 {
	if value.high < 0 {
		panic(rejected("IntegerOutOfRange"))
	}
	return Uint128{uint64(value.high), value.low}
}

func narrowSigned(value exact) Int128 {
	return Int128{uint64(value.high), value.low}
}

// The bits of a field in a word.
func field(value exact, shift, width uint, signed bool) uint64 {
	if bits := value.high; bits > 0 || bits < -1 || (bits < 0) != (signed && value.low > math.MaxInt64) {
		panic(rejected("IntegerOutOfRange"))
	}
	return ranged(value.low, width, signed) << (64 - width) >> (64 - width) << shift
}

func unsigned(data []byte, big bool) uint64 {
	value := uint64(0)
	for i := range data {
		if big {
			value = value<<8 | uint64(data[i])
		} else {
			value = value<<8 | uint64(data[len(data)-1-i])
		}
	}
	return value
}

func put(data []byte, value uint64, big bool) {
	for i := range data {
		if big {
			data[len(data)-1-i] = byte(value >> (8 * i))
		} else {
			data[i] = byte(value >> (8 * i))
		}
	}
}

func some[T any](value T) *T {
	return &value
}

func is[T any](value any) bool {
	_, ok := value.(T)
	return ok
}

func caught(err *error) {
	switch found := recover().(type) {
	case nil:
	case *DecodeError:
		*err = found
	case *EncodeError:
		*err = found
	default:
		panic(found)
	}
}

// Decode returns a value of all these bytes; read is one of the functions below.
func Decode[T any](read func(*Reader) T, data []byte) (value T, err error) {
	defer caught(&err)
	r := &Reader{data: data, end: len(data)}
	found := read(r)
	r.finish()
	return found, nil
}

// Encode returns the bytes of a value; write is one of the functions below.
func Encode[T any](write func(*Writer, T), value T) (data []byte, err error) {
	defer caught(&err)
	w := &Writer{}
	write(w, value)
	return w.data, nil
}

type codec struct {
	read  func(*Reader) any
	write func(*Writer, any)
}

func codecOf[T any](read func(*Reader) T, write func(*Writer, T)) *codec {
	return &codec{
		func(r *Reader) any {
			return read(r)
		},
		func(w *Writer, value any) {
			of, ok := value.(T)
			if !ok {
				panic(invalid())
			}
			write(w, of)
		},
	}
}

// DecodeMessage returns the message with this id in a frame's header.
func DecodeMessage(id MessageID, payload []byte) (any, error) {
	codec := message(id)
	if codec == nil {
		return nil, &DecodeError{"UnknownMessage", 0}
	}
	return Decode(codec.read, payload)
}

// EncodeMessage returns the payload of a message with this id.
func EncodeMessage(id MessageID, value any) ([]byte, error) {
	codec := message(id)
	if codec == nil {
		return nil, invalid()
	}
	return Encode(codec.write, value)
}

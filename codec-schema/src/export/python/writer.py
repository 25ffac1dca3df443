class Writer:
    """Bytes that are written."""

    def __init__(self) -> None:
        self.data = bytearray()

    @property
    def len(self) -> int:
        return len(self.data)

    def all(self, *_: None) -> None:
        pass

    def nothing(self) -> None:
        pass

    def back(self, mark: int) -> None:
        del self.data[mark:]

    def raw(self, data: bytes) -> None:
        self.data += data

    def zeros(self, count: int) -> None:
        self.data += bytes(count)

    def align(self, base: int, align: int) -> None:
        self.zeros(-(len(self.data) - base) % align)

    def bool(self, value: bool) -> None:
        self.data.append(1 if value else 0)

    def fixed(self, value: int, size: int, signed: bool, big: bool) -> None:
        try:
            self.data += int(value).to_bytes(size, "big" if big else "little", signed=signed)
        except OverflowError:
            raise EncodeError("IntegerOutOfRange") from None

    def zigzag(self, value: int, size: int, signed: bool) -> int:
        value = int(value)
        low = -(1 << 8 * size - 1) if signed else 0
        if not low <= value < low + (1 << 8 * size):
            raise EncodeError("IntegerOutOfRange")
        return (value << 1) ^ (value >> 127) if signed else value

    def leb(self, value: int, size: int, signed: bool) -> None:
        value = self.zigzag(value, size, signed)
        while value > 0x7F:
            self.data.append(value & 0x7F | 0x80)
            value >>= 7
        self.data.append(value)

    def marks(self, value: int, most: int) -> None:
        if value <= most:
            self.data.append(value)
            return
        power = 1
        while value >> 8 * (1 << power):
            power += 1
        self.data.append(most + power)
        self.data += value.to_bytes(1 << power, "little")

    def marked(self, value: int, size: int, signed: bool) -> None:
        if size == 1:
            return self.fixed(value, size, signed, False)
        self.marks(self.zigzag(value, size, signed), 250)

    def compact(self, value: int) -> None:
        self.marks(self.zigzag(value, 8, False), 252)

    def most(self, value: int, most: int) -> int:
        if value > most:
            raise EncodeError("LengthOverLimit")
        return value

    def nonzero(self, value: int) -> int:
        return value or invalid()

    def float(self, value: float, size: int, big: bool, refuses_nan: bool) -> None:
        if refuses_nan and value != value:
            invalid()
        self.data += struct.pack((">" if big else "<") + ("f" if size == 4 else "d"), value)

    def limit(self, count: int, low: int, high: Optional[int]) -> None:
        if high is not None and count > high:
            raise EncodeError("LengthOverLimit")
        if count < low:
            raise EncodeError("LengthUnderLimit")

    def length(self, of: Callable[[], int], otherwise: int) -> int:
        try:
            value = of()
        except Fail:
            return otherwise
        return value if 0 <= value < 1 << 64 else otherwise

    def least(self, of: Callable[[], int]) -> int:
        return self.length(of, (1 << 64) - 1)

    def largest(self, of: Callable[[], int]) -> int:
        return self.length(of, 0)

    def prefix(self, write: Callable[[Writer, int], None], low: int, high: Optional[int]) -> Any:
        def before(count: int) -> None:
            self.limit(count, low, high)
            try:
                write(self, count)
            except EncodeError:
                raise EncodeError("LengthOverLimit") from None

        return before

    def equal(self, of: Callable[[], int], low: int, high: Optional[int]) -> Any:
        def before(count: int) -> None:
            if self.length(of, -1) != count:
                raise EncodeError("InconsistentFields")
            self.limit(count, low, high)

        return before

    def exactly(self, count: int) -> Any:
        return lambda found: None if found == count else invalid()

    def bare(self) -> Any:
        return lambda found: None

    def block(self, data: bytes, before: Any) -> None:
        before(len(data))
        self.data += data

    def until(self, data: bytes, end: int) -> None:
        if end in data:
            invalid()
        self.data += data
        self.data.append(end)

    def list(self, items: list, before: Any, write: Any) -> None:
        before(len(items))
        for item in items:
            write(self, item)

    def to_last(self, items: list, write: Any, last: Any, open: bool) -> None:
        ends = next((at for at, item in enumerate(items) if last(item)), None)
        if not (open if ends is None else ends + 1 == len(items)):
            invalid()
        for item in items:
            write(self, item)

    def indexed(self, items: list, before: Any, write: Any) -> None:
        before(len(items))
        table = len(self.data)
        self.zeros(4 * len(items))
        start = len(self.data)
        for index, item in enumerate(items):
            write(self, item)
            end = (len(self.data) - start).to_bytes(4, "little")
            self.data[table + 4 * index : table + 4 * index + 4] = end

    def option(self, value: Any, write: Any) -> None:
        self.bool(value is not None)
        if value is not None:
            write(self, value)

    def maybe(self, value: Any, before: Any, write: Any) -> None:
        before(0 if value is None else 1)
        if value is not None:
            write(self, value)

    def nullable(self, value: Any, prefix: Any, size: int, low: int, high: Any, write: Any) -> None:
        if value is None:
            return prefix(self, (1 << 8 * size) - 1)
        count = len(utf8(value)) if isinstance(value, str) else len(value)
        self.limit(count, low, high)
        if count >> 8 * size - 1:
            raise EncodeError("LengthOverLimit")
        prefix(self, count)
        write(self, value)

    def present(self, value: Any, of: Callable[[], bool], write: Any) -> None:
        try:
            wanted = of()
        except Fail:
            raise EncodeError("IntegerOutOfRange") from None
        if wanted != (value is not None):
            raise EncodeError("InconsistentFields")
        if wanted:
            write(self, value)

    def left(self, value: Any, before: bool, write: Any) -> None:
        if value is not None and not before:
            raise EncodeError("InconsistentFields")
        if value is not None:
            write(self, value)

    def sized(self, before: Any, write: Any) -> None:
        start = len(self.data)
        write(self)
        content = self.data[start:]
        del self.data[start:]
        before(len(content))
        self.data += content

    def same(self, of: Callable[[], int], tag: int) -> None:
        if self.length(of, -1) != tag:
            raise EncodeError("InconsistentFields")

    def word(self, word: int, size: int, little: bool) -> None:
        self.fixed(word, size, False, not little)

    def computed(self, of: Callable[[], int]) -> int:
        try:
            return of()
        except Fail:
            raise EncodeError("IntegerOutOfRange") from None

    def version(self, own: int, oldest: int, write: Any) -> None:
        for number in [own] if oldest == 0 else [0, own, oldest]:
            write(self, number)

    def open(self) -> int:
        return len(self.data)

    def shut(self, start: int, write: Any) -> None:
        content = self.data[start:]
        del self.data[start:]
        write(self, len(content))
        self.data += content


def decode(read: Callable[[Reader], Any], data: bytes) -> Any:
    """A value of all these bytes; `read` is one of the functions below."""
    reader = Reader(data)
    value = read(reader)
    reader.finish()
    return value


def encode(write: Callable[[Writer, Any], None], value: Any) -> bytes:
    """The bytes of a value; `write` is one of the functions below."""
    writer = Writer()
    write(writer, value)
    return bytes(writer.data)


def decode_message(id: Any, payload: bytes) -> Any:
    """The message with this id in a frame's header."""
    if id not in MESSAGES:
        raise DecodeError("UnknownMessage", 0)
    return decode(MESSAGES[id][0], payload)


def encode_message(id: Any, message: Any) -> bytes:
    """The payload of a message with this id."""
    return encode(MESSAGES[id][1], message)

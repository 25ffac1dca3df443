class Reader:
    """A position in bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = bytes(data)
        self.at = 0
        self.end = len(self.data)
        self.outer: List[int] = []

    def fail(self, kind: str, offset: Optional[int] = None) -> Any:
        raise DecodeError(kind, self.at if offset is None else offset)

    def left(self) -> int:
        return self.end - self.at

    def has_more(self) -> bool:
        return self.at < self.end

    def need(self, count: int) -> None:
        if count > self.end - self.at:
            self.fail("UnexpectedEnd", self.end)

    def finish(self) -> None:
        if self.at < self.end:
            self.fail("TrailingBytes")

    def after(self, _: None, read: Callable[[], Any]) -> Any:
        return read()

    def bytes(self, count: int) -> bytes:
        self.need(count)
        self.at += count
        return self.data[self.at - count : self.at]

    def text(self, count: int) -> str:
        start = self.at
        try:
            return self.bytes(count).decode("utf-8")
        except UnicodeDecodeError:
            return self.fail("InvalidUtf8", start)

    def before(self, end: int) -> int:
        found = self.data.find(end, self.at, self.end)
        return self.fail("UnexpectedEnd", self.end) if found < 0 else found - self.at

    def ended(self, value: Any) -> Any:
        self.at += 1
        return value

    def bool(self) -> bool:
        start = self.at
        value = self.bytes(1)[0]
        return self.fail("InvalidBool", start) if value > 1 else value == 1

    def bit(self) -> bool:
        return self.bytes(1)[0] & 1 == 1

    def fixed(self, size: int, signed: bool, big: bool) -> int:
        return int.from_bytes(self.bytes(size), "big" if big else "little", signed=signed)

    def leb(self, size: int, most: int, signed: bool) -> int:
        start, value, count = self.at, 0, 0
        while True:
            if count == most:
                self.fail("VarintOverflow", start)
            if self.at == self.end:
                self.fail("UnexpectedEnd", self.end)
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << 7 * count
            count += 1
            if byte < 0x80:
                break
        if value >> 8 * size:
            self.fail("VarintOverflow", start)
        return (value >> 1) ^ -(value & 1) if signed else value

    def marked(self, size: int, signed: bool) -> int:
        start = self.at
        value = self.bytes(1)[0]
        if value > 250:
            count = 1 << value - 250
            if count > size:
                self.fail("VarintOverflow", start)
            value = int.from_bytes(self.bytes(count), "little")
        return (value >> 1) ^ -(value & 1) if signed else value

    def compact(self) -> int:
        start = self.at
        value = self.bytes(1)[0]
        if value > 252:
            count = 1 << value - 252
            value = int.from_bytes(self.bytes(count), "little")
            if value < (0xFD if count == 2 else 1 << 4 * count):
                self.fail("NonCanonical", start)
        return value

    def nonzero(self, read: Callable[[], int]) -> int:
        start = self.at
        return read() or self.fail("InvalidValue", start)

    def most(self, most: int, read: Callable[[], int]) -> int:
        start = self.at
        value = read()
        return self.fail("LengthOverLimit", start) if value > most else value

    def float(self, size: int, big: bool, refuses_nan: bool) -> float:
        start = self.at
        code = (">" if big else "<") + ("f" if size == 4 else "d")
        (value,) = struct.unpack(code, self.bytes(size))
        if refuses_nan and value != value:
            self.fail("InvalidValue", start)
        return value

    def char_utf8(self) -> str:
        start = self.at
        first = self.data[start] if start < self.end else 0
        if first < 0x80:
            count = 1
        elif 0xC2 <= first <= 0xF4:
            count = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        else:
            return self.fail("InvalidChar", start)
        try:
            return self.bytes(count).decode("utf-8")
        except UnicodeDecodeError:
            return self.fail("InvalidChar", start)

    def char_text(self, read: Callable[[], int]) -> str:
        start = self.at
        count = read()
        if count > 4:
            self.fail("InvalidChar", start)
        try:
            return self.bytes(count).decode("utf-8")[0]
        except (UnicodeDecodeError, IndexError):
            return self.fail("InvalidChar", start)

    def char_scalar(self, read: Callable[[], int]) -> str:
        start = self.at
        value = read()
        if value > 0x10FFFF or 0xD800 <= value < 0xE000:
            self.fail("InvalidChar", start)
        return chr(value)

    def magic(self, wanted: bytes) -> None:
        start = self.at
        if self.bytes(len(wanted)) != wanted:
            self.fail("InvalidMagic", start)

    def constant(self, wanted: int, read: Callable[[], int]) -> None:
        start = self.at
        if read() != wanted:
            self.fail("InvalidMagic", start)

    def limit(self, start: int, count: int, low: int, high: Optional[int]) -> int:
        if high is not None and count > high:
            self.fail("LengthOverLimit", start)
        return self.fail("LengthUnderLimit", start) if count < low else count

    def count(self, read: Callable[[], int], low: int, high: Optional[int]) -> int:
        start = self.at
        return self.limit(start, read(), low, high)

    def length(self, of: Callable[[], int], otherwise: int) -> int:
        try:
            value = of()
        except Fail:
            return otherwise
        return value if 0 <= value < 1 << 64 else otherwise

    def counted(self, of: Callable[[], int], low: int, high: Optional[int]) -> int:
        count = self.length(of, -1)
        return self.fail("LengthOverflow") if count < 0 else self.limit(self.at, count, low, high)

    def least(self, of: Callable[[], int]) -> int:
        return self.length(of, (1 << 64) - 1)

    def largest(self, of: Callable[[], int]) -> int:
        return self.length(of, 0)

    def test(self, of: Callable[[], bool]) -> bool:
        try:
            return of()
        except Fail:
            return self.fail("IntegerOutOfRange")

    def tag(self, of: Callable[[], int]) -> int:
        value = self.length(of, -1)
        return self.fail("InvalidTag") if value < 0 else value

    def kept(self, start: int, tag: int, size: int) -> int:
        return self.fail("InvalidTag", start) if tag >> 8 * size else tag

    def no_variant(self, start: int) -> Any:
        return self.fail("InvalidTag", start)

    def computed(self, start: int, found: int, of: Callable[[], int]) -> None:
        try:
            if of() == found:
                return
        except Fail:
            pass
        self.fail("CheckFailed", start)

    def within(self, end: int, read: Callable[[Reader], Any]) -> Any:
        outer, self.end = self.end, end
        value = read(self)
        self.end = outer
        return value

    def each(self, count: int, size: int, fixed: bool, read: Callable[[Reader], Any]) -> list:
        if not fixed:
            return [read(self) for _ in range(count)]
        return [self.within(self.at + size, read) for _ in range(count)]

    def array(self, count: int, size: int, read: Callable[[Reader], Any]) -> list:
        self.need(count * size)
        return [read(self) for _ in range(count)]

    def list(self, count: int, size: int, fixed: bool, read: Callable[[Reader], Any]) -> list:
        self.need(count * size)
        return self.each(count, size, fixed, read)

    def items(self, size: int, fixed: bool, read: Callable[[Reader], Any]) -> list:
        if fixed:
            return self.list(-(-self.left() // size), size, fixed, read)
        found = []
        while self.at < self.end:
            found.append(read(self))
        return found

    def to_last(self, read: Callable[[Reader], Any], last: Callable[[Any], bool], open: bool) -> list:
        found: list = []
        while not (open and self.at == self.end):
            start = self.at
            found.append(read(self))
            if last(found[-1]):
                break
            if self.at == start:
                self.fail("TooManyEmptyElements")
        return found

    def indexed(self, count: int, size: int, fixed: bool, read: Callable[[Reader], Any]) -> list:
        table = self.at
        ends = self.bytes(4 * count)
        start, found = self.at, []
        self.need(count * size)

        def check(index: int, end: int) -> None:
            if int.from_bytes(ends[4 * index : 4 * index + 4], "little") != end:
                self.fail("InvalidIndex", table + 4 * index)

        if fixed:
            found = self.each(count, size, fixed, read)
            for index in range(count):
                check(index, size * (index + 1))
            return found
        for index in range(count):
            found.append(read(self))
            check(index, self.at - start)
        return found

    def option(self, read: Callable[[Reader], Any]) -> Any:
        start = self.at
        tag = self.bytes(1)[0]
        if tag > 1:
            self.fail("InvalidOptionTag", start)
        return read(self) if tag == 1 else None

    def maybe(self, count: int, read: Callable[[Reader], Any]) -> Any:
        if count > 1:
            self.fail("LengthOverLimit")
        return read(self) if count == 1 else None

    def nullable(self, word: Callable[[], int], size: int, low: int, high: Optional[int], read: Any) -> Any:
        start = self.at
        count = word()
        if count == (1 << 8 * size) - 1:
            return None
        if count >> 8 * size - 1:
            self.fail("LengthOverflow", start)
        return read(self, self.limit(start, count, low, high))

    def sized(self, count: int, read: Callable[[Reader], Any]) -> Any:
        self.need(count)
        outer, self.end = self.end, self.at + count
        value = read(self)
        self.finish()
        self.end = outer
        return value

    def padded(self, before: int, base: int, align: int, after: int, read: Callable[[], Any]) -> Any:
        self.bytes(before)
        self.bytes(-(self.at - base) % align)
        value = read()
        self.bytes(after)
        return value

    def word(self, size: int, little: bool) -> int:
        return self.fixed(size, False, not little)

    def flag(self, word: int, shift: int, width: int) -> bool:
        return word >> shift & (1 << width) - 1 != 0

    def bits(self, word: int, shift: int, width: int, size: int, signed: bool, back: int) -> int:
        value = word >> shift & (1 << width) - 1
        if signed and value >> width - 1:
            value -= 1 << width
        low = -(1 << 8 * size - 1) if signed else 0
        return value if low <= value < low + (1 << 8 * size) else self.fail("InvalidValue", self.at - back)

    def version(self, own: int, oldest: int, number: Callable[[], int], length: Callable[[], int]) -> int:
        start = self.at
        version = number()
        if version == 0:
            version = number()
            if version == 0:
                self.fail("InvalidVersion", start)
            at = self.at
            readable = number()
            if not 2 <= readable <= version:
                self.fail("InvalidVersion", start)
            if own < readable:
                self.fail("UnreadableVersion", at)
        count = length()
        self.need(count)
        self.outer.append(self.end)
        self.end = self.at + count
        return version

    def close(self) -> None:
        self.at = self.end
        self.end = self.outer.pop()



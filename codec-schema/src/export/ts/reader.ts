// A position in bytes.
export class Reader {
  at = 0;
  end: number;
  private outer: number[] = [];

  constructor(readonly data: Uint8Array) {
    this.end = data.length;
  }

  fail(kind: string, offset: number = this.at): never {
    throw new DecodeError(kind, offset);
  }

  left(): number {
    return this.end - this.at;
  }

  has_more(): boolean {
    return this.at < this.end;
  }

  need(count: Int): void {
    if (count > this.end - this.at) this.fail("UnexpectedEnd", this.end);
  }

  // A count of elements of at least this size, for which there are bytes.
  private there(count: Int, size: number): number {
    this.need(BigInt(count) * BigInt(size));
    return Number(count);
  }

  finish(): void {
    if (this.at < this.end) this.fail("TrailingBytes");
  }

  after<T>(_: void, read: () => T): T {
    return read();
  }

  bytes(count: Int): Uint8Array {
    const len = this.there(count, 1);
    this.at += len;
    return this.data.slice(this.at - len, this.at);
  }

  text(count: Int): string {
    const start = this.at;
    return text_of(this.bytes(count)) ?? this.fail("InvalidUtf8", start);
  }

  before(end: number): number {
    const found = this.data.subarray(this.at, this.end).indexOf(end);
    return found < 0 ? this.fail("UnexpectedEnd", this.end) : found;
  }

  ended<T>(value: T): T {
    this.at += 1;
    return value;
  }

  private byte(): number {
    this.need(1);
    this.at += 1;
    return this.data[this.at - 1];
  }

  bool(): boolean {
    const start = this.at;
    const value = this.byte();
    return value > 1 ? this.fail("InvalidBool", start) : value === 1;
  }

  bit(): boolean {
    return (this.byte() & 1) === 1;
  }

  fixed(size: number, signed: boolean, big: boolean): bigint {
    const value = unsigned(this.bytes(size), big);
    return signed ? BigInt.asIntN(8 * size, value) : value;
  }

  private zigzag(value: bigint, signed: boolean): bigint {
    return signed ? (value >> 1n) ^ -(value & 1n) : value;
  }

  leb(size: number, most: number, signed: boolean): bigint {
    const start = this.at;
    let value = 0n;
    for (let count = 0; ; count += 1) {
      if (count === most) this.fail("VarintOverflow", start);
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte < 0x80) break;
    }
    if (value >> BigInt(8 * size)) this.fail("VarintOverflow", start);
    return this.zigzag(value, signed);
  }

  marked(size: number, signed: boolean): bigint {
    const start = this.at;
    let value = BigInt(this.byte());
    if (value > 250n) {
      const count = 2 ** Number(value - 250n);
      if (count > size) this.fail("VarintOverflow", start);
      value = unsigned(this.bytes(count), false);
    }
    return this.zigzag(value, signed);
  }

  compact(): bigint {
    const start = this.at;
    const first = this.byte();
    if (first < 253) return BigInt(first);
    const count = 2 ** (first - 252);
    const value = unsigned(this.bytes(count), false);
    if (value < (count === 2 ? 253n : 1n << BigInt(4 * count))) this.fail("NonCanonical", start);
    return value;
  }

  nonzero(read: () => bigint): bigint {
    const start = this.at;
    const value = read();
    return value === 0n ? this.fail("InvalidValue", start) : value;
  }

  most(most: bigint, read: () => bigint): bigint {
    const start = this.at;
    const value = read();
    return value > most ? this.fail("LengthOverLimit", start) : value;
  }

  float(size: number, big: boolean, refuses_nan: boolean): number {
    const start = this.at;
    const bytes = this.bytes(size);
    const view = new DataView(bytes.buffer, bytes.byteOffset, size);
    const value = size === 4 ? view.getFloat32(0, !big) : view.getFloat64(0, !big);
    return refuses_nan && Number.isNaN(value) ? this.fail("InvalidValue", start) : value;
  }

  char_utf8(): string {
    const start = this.at;
    const first = this.has_more() ? this.data[start] : 0;
    if (first >= 0x80 && (first < 0xc2 || first > 0xf4)) this.fail("InvalidChar", start);
    const count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    return text_of(this.bytes(count)) ?? this.fail("InvalidChar", start);
  }

  char_text(read: () => bigint): string {
    const start = this.at;
    const count = read();
    if (count > 4n) this.fail("InvalidChar", start);
    const text = text_of(this.bytes(count)) || this.fail("InvalidChar", start);
    return String.fromCodePoint(text.codePointAt(0)!);
  }

  char_scalar(read: () => bigint): string {
    const start = this.at;
    const value = Number(read());
    if (value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) this.fail("InvalidChar", start);
    return String.fromCodePoint(value);
  }

  magic(wanted: Uint8Array): void {
    const start = this.at;
    const found = this.bytes(wanted.length);
    if (!found.every((byte, index) => byte === wanted[index])) this.fail("InvalidMagic", start);
  }

  constant(wanted: bigint, read: () => bigint): void {
    const start = this.at;
    if (read() !== wanted) this.fail("InvalidMagic", start);
  }

  private limit(start: number, count: Int, low: Int, high: Int | null): Int {
    if (high !== null && count > high) this.fail("LengthOverLimit", start);
    return count < low ? this.fail("LengthUnderLimit", start) : count;
  }

  count(read: () => bigint, low: Int, high: Int | null): Int {
    const start = this.at;
    return this.limit(start, read(), low, high);
  }

  counted(of: () => bigint, low: Int, high: Int | null): Int {
    const count = length_of(of, -1);
    return count < 0 ? this.fail("LengthOverflow") : this.limit(this.at, count, low, high);
  }

  least(of: () => bigint): Int {
    return length_of(of, (1n << 64n) - 1n);
  }

  largest(of: () => bigint): Int {
    return length_of(of, 0);
  }

  test(of: () => boolean): boolean {
    try {
      return of();
    } catch (error) {
      if (error instanceof Fail) this.fail("IntegerOutOfRange");
      throw error;
    }
  }

  tag(of: () => bigint): bigint {
    const value = length_of(of, -1);
    return value < 0 ? this.fail("InvalidTag") : BigInt(value);
  }

  kept(start: number, tag: bigint, size: number): bigint {
    return tag >> BigInt(8 * size) ? this.fail("InvalidTag", start) : tag;
  }

  no_variant(start: number): never {
    this.fail("InvalidTag", start);
  }

  computed(start: number, found: Int, of: () => bigint): void {
    let value: bigint | null = null;
    try {
      value = of();
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
    }
    if (value !== found) this.fail("CheckFailed", start);
  }

  private each<T>(count: number, size: number, fixed: boolean, read: (r: Reader) => T): T[] {
    const found: T[] = [];
    const outer = this.end;
    for (let index = 0; index < count; index += 1) {
      if (fixed) this.end = this.at + size;
      found.push(read(this));
      this.end = outer;
    }
    return found;
  }

  array<T>(count: number, size: number, read: (r: Reader) => T): T[] {
    return this.each(this.there(count, size), size, false, read);
  }

  list<T>(count: Int, size: number, fixed: boolean, read: (r: Reader) => T): T[] {
    return this.each(this.there(count, size), size, fixed, read);
  }

  items<T>(size: number, fixed: boolean, read: (r: Reader) => T): T[] {
    if (fixed) return this.list(Math.ceil(this.left() / size), size, fixed, read);
    const found: T[] = [];
    while (this.has_more()) found.push(read(this));
    return found;
  }

  to_last<T>(read: (r: Reader) => T, last: (x: T) => boolean, open: boolean): T[] {
    const found: T[] = [];
    while (!(open && this.at === this.end)) {
      const start = this.at;
      const item = read(this);
      found.push(item);
      if (last(item)) break;
      if (this.at === start) this.fail("TooManyEmptyElements");
    }
    return found;
  }

  indexed<T>(count: Int, size: number, fixed: boolean, read: (r: Reader) => T): T[] {
    const table = this.at;
    const ends = this.bytes(BigInt(count) * 4n);
    const start = this.at;
    const all = this.there(count, size);
    const check = (index: number, end: number) => {
      const found = unsigned(ends.subarray(4 * index, 4 * index + 4), false);
      if (found !== BigInt(end)) this.fail("InvalidIndex", table + 4 * index);
    };
    if (fixed) {
      const found = this.each(all, size, fixed, read);
      found.forEach((_, index) => check(index, size * (index + 1)));
      return found;
    }
    const found: T[] = [];
    for (let index = 0; index < all; index += 1) {
      found.push(read(this));
      check(index, this.at - start);
    }
    return found;
  }

  option<T>(read: (r: Reader) => T): T | null {
    const start = this.at;
    const tag = this.byte();
    if (tag > 1) this.fail("InvalidOptionTag", start);
    return tag === 1 ? read(this) : null;
  }

  maybe<T>(count: Int, read: (r: Reader) => T): T | null {
    if (count > 1) this.fail("LengthOverLimit");
    return BigInt(count) === 1n ? read(this) : null;
  }

  nullable<T>(
    word: () => bigint,
    size: number,
    low: Int,
    high: Int | null,
    read: (r: Reader, count: Int) => T,
  ): T | null {
    const start = this.at;
    const count = word();
    const most = (1n << BigInt(8 * size)) - 1n;
    if (count === most) return null;
    if (count > most / 2n) this.fail("LengthOverflow", start);
    return read(this, this.limit(start, count, low, high));
  }

  sized<T>(count: Int, read: (r: Reader) => T): T {
    const outer = this.end;
    this.end = this.at + this.there(count, 1);
    const value = read(this);
    this.finish();
    this.end = outer;
    return value;
  }

  padded<T>(before: number, base: number, align: number, after: number, read: () => T): T {
    this.bytes(before);
    const over = (this.at - base) % align;
    this.bytes(over === 0 ? 0 : align - over);
    const value = read();
    this.bytes(after);
    return value;
  }

  word(size: number, little: boolean): bigint {
    return unsigned(this.bytes(size), !little);
  }

  flag(word: bigint, shift: number, width: number): boolean {
    return BigInt.asUintN(width, word >> BigInt(shift)) !== 0n;
  }

  bits(word: bigint, shift: number, width: number, size: number, signed: boolean, back: number): bigint {
    const bits = word >> BigInt(shift);
    const value = signed ? BigInt.asIntN(width, bits) : BigInt.asUintN(width, bits);
    const cut = signed ? BigInt.asIntN(8 * size, value) : BigInt.asUintN(8 * size, value);
    return cut === value ? value : this.fail("InvalidValue", this.at - back);
  }

  version(own: number, oldest: number, number: () => bigint, length: () => bigint): number {
    const start = this.at;
    let version = number();
    if (version === 0n) {
      version = number();
      if (version === 0n) this.fail("InvalidVersion", start);
      const at = this.at;
      const readable = number();
      if (readable < 2n || readable > version) this.fail("InvalidVersion", start);
      if (BigInt(own) < readable) this.fail("UnreadableVersion", at);
    }
    const count = this.there(length(), 1);
    this.outer.push(this.end);
    this.end = this.at + count;
    return Number(version);
  }

  close(): void {
    this.at = this.end;
    this.end = this.outer.pop()!;
  }
}


// Bytes that are written.
export class Writer {
  data = new Uint8Array(256);
  len = 0;

  raw(bytes: Uint8Array): void {
    if (this.len + bytes.length > this.data.length) {
      const data = new Uint8Array(2 * (this.len + bytes.length));
      data.set(this.data.subarray(0, this.len));
      this.data = data;
    }
    this.data.set(bytes, this.len);
    this.len += bytes.length;
  }

  all(..._: void[]): void {}

  nothing(): void {}

  back(mark: number): void {
    this.len = mark;
  }

  zeros(count: number): void {
    this.raw(new Uint8Array(count));
  }

  align(base: number, align: number): void {
    const over = (this.len - base) % align;
    this.zeros(over === 0 ? 0 : align - over);
  }

  private byte(value: number): void {
    this.raw(new Uint8Array([value]));
  }

  bool(value: boolean): void {
    this.byte(value ? 1 : 0);
  }

  private number(value: bigint, size: number, big: boolean): void {
    const bytes = new Uint8Array(size);
    for (let index = 0; index < size; index += 1) {
      bytes[big ? size - 1 - index : index] = Number((value >> BigInt(8 * index)) & 0xffn);
    }
    this.raw(bytes);
  }

  fixed(value: Int, size: number, signed: boolean, big: boolean): void {
    this.number(ranged(value, 8 * size, signed), size, big);
  }

  private zigzag(value: Int, size: number, signed: boolean): bigint {
    const wide = ranged(value, 8 * size, signed);
    return signed ? (wide << 1n) ^ (wide >> 127n) : wide;
  }

  leb(value: Int, size: number, signed: boolean): void {
    let left = this.zigzag(value, size, signed);
    while (left > 0x7fn) {
      this.byte(Number(left & 0x7fn) | 0x80);
      left >>= 7n;
    }
    this.byte(Number(left));
  }

  private marks(value: bigint, most: number): void {
    if (value <= BigInt(most)) return this.byte(Number(value));
    let power = 1;
    while (value >> BigInt(8 * 2 ** power)) power += 1;
    this.byte(most + power);
    this.number(value, 2 ** power, false);
  }

  marked(value: Int, size: number, signed: boolean): void {
    if (size === 1) return this.fixed(value, size, signed, false);
    this.marks(this.zigzag(value, size, signed), 250);
  }

  compact(value: Int): void {
    this.marks(this.zigzag(value, 8, false), 252);
  }

  most(value: bigint, most: bigint): bigint {
    if (value > most) throw new EncodeError("LengthOverLimit");
    return value;
  }

  nonzero(value: bigint): bigint {
    return value === 0n ? invalid() : value;
  }

  float(value: number, size: number, big: boolean, refuses_nan: boolean): void {
    if (refuses_nan && Number.isNaN(value)) invalid();
    const view = new DataView(new ArrayBuffer(size));
    if (size === 4) view.setFloat32(0, value, !big);
    else view.setFloat64(0, value, !big);
    this.raw(new Uint8Array(view.buffer));
  }

  private limit(count: number, low: Int, high: Int | null): void {
    if (high !== null && count > high) throw new EncodeError("LengthOverLimit");
    if (count < low) throw new EncodeError("LengthUnderLimit");
  }

  least(of: () => bigint): Int {
    return length_of(of, (1n << 64n) - 1n);
  }

  largest(of: () => bigint): Int {
    return length_of(of, 0);
  }

  prefix(write: (w: Writer, n: bigint) => void, low: Int, high: Int | null): Before {
    return (count) => {
      this.limit(count, low, high);
      try {
        write(this, BigInt(count));
      } catch {
        throw new EncodeError("LengthOverLimit");
      }
    };
  }

  equal(of: () => bigint, low: Int, high: Int | null): Before {
    return (count) => {
      if (BigInt(length_of(of, -1)) !== BigInt(count)) throw new EncodeError("InconsistentFields");
      this.limit(count, low, high);
    };
  }

  exactly(count: number): Before {
    return (found) => void (found === count || invalid());
  }

  bare(): Before {
    return () => {};
  }

  block(bytes: Uint8Array, before: Before): void {
    before(bytes.length);
    this.raw(bytes);
  }

  until(bytes: Uint8Array, end: number): void {
    if (bytes.includes(end)) invalid();
    this.raw(bytes);
    this.byte(end);
  }

  list<T>(items: readonly T[], before: Before, write: (w: Writer, x: T) => void): void {
    before(items.length);
    items.forEach((item) => write(this, item));
  }

  to_last<T>(
    items: readonly T[],
    write: (w: Writer, x: T) => void,
    last: (x: T) => boolean,
    open: boolean,
  ): void {
    const end = items.findIndex(last);
    if (!(end < 0 ? open : end + 1 === items.length)) invalid();
    items.forEach((item) => write(this, item));
  }

  indexed<T>(items: readonly T[], before: Before, write: (w: Writer, x: T) => void): void {
    before(items.length);
    const table = this.len;
    this.zeros(4 * items.length);
    const start = this.len;
    items.forEach((item, index) => {
      write(this, item);
      new DataView(this.data.buffer).setUint32(table + 4 * index, this.len - start, true);
    });
  }

  option<T>(value: T | null, write: (w: Writer, x: T) => void): void {
    this.bool(value !== null);
    if (value !== null) write(this, value);
  }

  maybe<T>(value: T | null, before: Before, write: (w: Writer, x: T) => void): void {
    before(value === null ? 0 : 1);
    if (value !== null) write(this, value);
  }

  nullable<T extends { length: number } | string>(
    value: T | null,
    prefix: (w: Writer, n: bigint) => void,
    size: number,
    low: Int,
    high: Int | null,
    write: (w: Writer, x: T) => void,
  ): void {
    const most = (1n << BigInt(8 * size)) - 1n;
    if (value === null) return prefix(this, most);
    const count = typeof value === "string" ? utf8(value).length : value.length;
    this.limit(count, low, high);
    if (BigInt(count) > most / 2n) throw new EncodeError("LengthOverLimit");
    prefix(this, BigInt(count));
    write(this, value);
  }

  present<T>(value: T | null, of: () => boolean, write: (w: Writer, x: T) => void): void {
    let wanted: boolean;
    try {
      wanted = of();
    } catch (error) {
      if (error instanceof Fail) throw new EncodeError("IntegerOutOfRange");
      throw error;
    }
    if (wanted !== (value !== null)) throw new EncodeError("InconsistentFields");
    if (value !== null) write(this, value);
  }

  left<T>(value: T | null, before: boolean, write: (w: Writer, x: T) => void): void {
    if (value === null) return;
    if (!before) throw new EncodeError("InconsistentFields");
    write(this, value);
  }

  sized(before: Before, write: (w: Writer) => void): void {
    const start = this.len;
    write(this);
    const content = this.data.slice(start, this.len);
    this.len = start;
    before(content.length);
    this.raw(content);
  }

  same(of: () => bigint, tag: bigint): void {
    if (BigInt(length_of(of, -1)) !== tag) throw new EncodeError("InconsistentFields");
  }

  word(word: bigint, size: number, little: boolean): void {
    this.number(word, size, !little);
  }

  computed(of: () => bigint): bigint {
    try {
      return of();
    } catch (error) {
      if (error instanceof Fail) throw new EncodeError("IntegerOutOfRange");
      throw error;
    }
  }

  version(own: number, oldest: number, write: (w: Writer, n: bigint) => void): void {
    const numbers = oldest === 0 ? [own] : [0, own, oldest];
    numbers.forEach((number) => write(this, BigInt(number)));
  }

  open(): number {
    return this.len;
  }

  shut(start: number, write: (w: Writer, n: bigint) => void): void {
    const content = this.data.slice(start, this.len);
    this.len = start;
    write(this, BigInt(content.length));
    this.raw(content);
  }
}

// A value of all these bytes; `read` is one of the functions below.
export function decode<T>(read: (r: Reader) => T, data: Uint8Array): T {
  const reader = new Reader(data);
  const value = read(reader);
  reader.finish();
  return value;
}

// The bytes of a value; `write` is one of the functions below.
export function encode<T>(write: (w: Writer, v: T) => void, value: T): Uint8Array {
  const writer = new Writer();
  write(writer, value);
  return writer.data.slice(0, writer.len);
}

// The message with this id in a frame's header.
export function decode_message(id: number | string, payload: Uint8Array): any {
  const codec = MESSAGES.get(id);
  if (codec === undefined) throw new DecodeError("UnknownMessage", 0);
  return decode(codec[0], payload);
}

// The payload of a message with this id.
export function encode_message(id: number | string, message: any): Uint8Array {
  const codec = MESSAGES.get(id);
  if (codec === undefined) throw new EncodeError("InvalidValue");
  return encode(codec[1], message);
}

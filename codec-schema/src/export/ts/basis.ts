// Why bytes were refused: a kind, and the offset of the byte.
export class DecodeError extends Error {
  constructor(readonly kind: string, readonly offset: number) {
    super(`${kind} at byte ${offset}`);
  }
}

// Why a value has no encoding.
export class EncodeError extends Error {
  constructor(readonly kind: string) {
    super(kind);
  }
}

// An expression over fields has no value.
class Fail extends Error {}

type Int = number | bigint;
type Codec = readonly [(r: Reader) => any, (w: Writer, v: any) => void];
type Before = (count: number) => void;

function fail(): never {
  throw new Fail();
}

function fit(value: bigint): bigint {
  return BigInt.asIntN(128, value) === value ? value : fail();
}

function div(one: bigint, other: bigint): bigint {
  return other === 0n ? fail() : one / other;
}

function rem(one: bigint, other: bigint): bigint {
  return other === 0n ? fail() : one % other;
}

function shl(value: bigint, by: bigint): bigint {
  return by < 0n || by > 127n ? fail() : fit(value << by);
}

function shr(value: bigint, by: bigint): bigint {
  return by < 0n || by > 127n ? fail() : value >> by;
}

function invalid(): never {
  throw new EncodeError("InvalidValue");
}

function utf8(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  // A half of a surrogate pair has no encoding.
  return /[\uD800-\uDFFF]/u.test(text) ? invalid() : bytes;
}

function character(text: string): Uint8Array {
  return [...text].length === 1 ? utf8(text) : invalid();
}

function scalar(text: string): bigint {
  character(text);
  return BigInt(text.codePointAt(0)!);
}

function unknown(tag: bigint, known: bigint[]): bigint {
  return known.includes(tag) ? invalid() : tag;
}

function ranged(value: Int, bits: number, signed: boolean): bigint {
  const wide = BigInt(value);
  const cut = signed ? BigInt.asIntN(bits, wide) : BigInt.asUintN(bits, wide);
  if (cut !== wide) throw new EncodeError("IntegerOutOfRange");
  return wide;
}

function field(value: bigint, shift: number, width: number, signed: boolean): bigint {
  return BigInt.asUintN(width, ranged(value, width, signed)) << BigInt(shift);
}

function text_of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function unsigned(bytes: Uint8Array, big: boolean): bigint {
  let value = 0n;
  for (let index = 0; index < bytes.length; index += 1) {
    value = (value << 8n) | BigInt(bytes[big ? index : bytes.length - 1 - index]);
  }
  return value;
}

function length_of(of: () => bigint, otherwise: Int): Int {
  let value: bigint;
  try {
    value = of();
  } catch (error) {
    if (error instanceof Fail) return otherwise;
    throw error;
  }
  return value >= 0n && value < 1n << 64n ? value : otherwise;
}


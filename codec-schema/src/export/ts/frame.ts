
function put(data: Uint8Array, offset: number, size: number, big: boolean, value: bigint): void {
  for (let index = 0; index < size; index += 1) {
    data[offset + (big ? size - 1 - index : index)] = Number((value >> BigInt(8 * index)) & 0xffn);
  }
}

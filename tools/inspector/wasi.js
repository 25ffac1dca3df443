// The system calls of a program in WebAssembly (WASI preview 1): its arguments, files in memory, which
// it can only read, and its output. It has no other file, no clock and no network.
const ERRNO = { badf: 8, io: 29, noent: 44, pipe: 64 };
const MOST_OUTPUT = 32 << 20;

// Runs the program with these arguments and files, a Map of bytes by path, and returns its exit status and
// what it wrote. Output beyond 32 MiB is a broken pipe for the program, and `isCut` is true.
function run(module, args, files) {
  const output = { 1: [], 2: [] }, open = new Map(), encoder = new TextEncoder();
  const words = ["codec-schema", ...args].map((word) => encoder.encode(word + "\0"));
  let memory, length = 0, isCut = false;
  const view = () => new DataView(memory.buffer);
  const bytes = (at, len) => new Uint8Array(memory.buffer, at >>> 0, len >>> 0);
  const put = (at, value) => (view().setUint32(at, value, true), 0);
  const long = (at, value) => (view().setBigUint64(at, BigInt(value), true), 0);
  const slices = (at, count) => Array.from({ length: count }, (_, one) =>
    bytes(view().getUint32(at + 8 * one, true), view().getUint32(at + 8 * one + 4, true)));
  const calls = {
    args_sizes_get: (count, size) =>
      put(count, words.length) || put(size, words.reduce((sum, word) => sum + word.length, 0)),
    args_get: (list, at) => {
      for (const word of words) {
        put(list, at);
        bytes(at, word.length).set(word);
        list += 4;
        at += word.length;
      }
      return 0;
    },
    environ_sizes_get: (count, size) => put(count, 0) || put(size, 0),
    environ_get: () => 0,
    random_get: (at, len) => (crypto.getRandomValues(bytes(at, len)), 0),
    clock_time_get: (_kind, _precision, at) => long(at, 0),
    // Files are in one folder, which is open.
    fd_prestat_get: (fd, at) => (fd === 3 ? long(at, 0) || put(at + 4, 1) : ERRNO.badf),
    fd_prestat_dir_name: (_fd, at) => (bytes(at, 1).set([46]), 0),
    fd_fdstat_get: (fd, at) => {
      bytes(at, 24).fill(0xff);
      bytes(at, 8).set([fd < 3 ? 2 : fd === 3 ? 3 : 4, 0, 0, 0, 0, 0, 0, 0]);
      return 0;
    },
    path_open: (_folder, _follow, at, len, _create, _rights, _inherited, _flags, result) => {
      const file = files.get(new TextDecoder().decode(bytes(at, len)));
      if (!file) return ERRNO.noent;
      open.set(4 + open.size, { file, at: 0 });
      return put(result, 3 + open.size);
    },
    fd_filestat_get: (fd, at) => {
      if (!open.has(fd)) return ERRNO.badf;
      bytes(at, 64).fill(0);
      bytes(at + 16, 1).set([4]);
      return long(at + 32, open.get(fd).file.length);
    },
    fd_seek: (fd, offset, whence, at) => {
      const one = open.get(fd);
      if (!one) return ERRNO.badf;
      const base = [0, one.at, one.file.length][whence];
      one.at = Math.min(Math.max(base + Number(offset), 0), one.file.length);
      return long(at, one.at);
    },
    fd_read: (fd, at, count, result) => {
      const one = open.get(fd);
      if (!one) return ERRNO.badf;
      const before = one.at;
      for (const slice of slices(at, count)) {
        const part = one.file.subarray(one.at, one.at + slice.length);
        slice.set(part);
        one.at += part.length;
      }
      return put(result, one.at - before);
    },
    fd_write: (fd, at, count, result) => {
      if (!output[fd]) return ERRNO.badf;
      const parts = slices(at, count).map((slice) => slice.slice());
      const size = parts.reduce((sum, part) => sum + part.length, 0);
      length += size;
      isCut ||= length > MOST_OUTPUT;
      if (isCut) return ERRNO.pipe;
      output[fd].push(...parts);
      return put(result, size);
    },
    fd_close: () => 0,
    proc_exit: (status) => {
      throw { status };
    },
  };
  const text = (parts) => {
    const decoder = new TextDecoder();
    return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  };
  let status = 0;
  try {
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: calls });
    memory = instance.exports.memory;
    instance.exports._start();
  } catch (error) {
    if (error?.status === undefined) {
      return { status: 2, out: "", error: `the program failed: ${error}`, isCut };
    }
    status = error.status;
  }
  return { status, out: text(output[1]), error: text(output[2]), isCut };
}

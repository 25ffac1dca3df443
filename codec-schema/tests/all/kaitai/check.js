// Reads frames with the compiled reader: node check.js FOLDER MODULE CASES.
const fs = require("fs"), path = require("path");
const KaitaiStream = require("kaitai-struct/KaitaiStream");

const [, , folder, name, cases] = process.argv;
const compiled = require(path.resolve(folder, name + ".js"));
const Reader = compiled[name] || compiled;
const hex = (bytes) => Buffer.from(bytes).toString("hex");

function leaves(value, name, found) {
  if (value === undefined || value === null || /^opt[A-Z]/.test(name) && value === 1) return;
  // A table of where elements end, which is bytes to the decoder.
  if (/^ends[A-Z]/.test(name)) value = new Uint8Array(Uint32Array.from(value).buffer);
  if (typeof value === "number" || typeof value === "boolean") found.push(value);
  else if (typeof value === "string") value && found.push(hex(Buffer.from(value, "utf8")));
  else if (value instanceof Uint8Array) value.length && found.push(hex(value));
  else if (Array.isArray(value)) value.forEach((item) => leaves(item, "", found));
  else if (/^(Vlq|Bool)/.test(value.constructor.name)) found.push(value.value);
  else for (const key of Object.keys(value)) if (!key.startsWith("_")) leaves(value[key], key, found);
}

function same(found, [kind, value, octets]) {
  if (kind === "bytes" || typeof found === "string") return found === octets;
  if (kind === "bool") return Boolean(found) === (value === "true");
  // Beyond 2^53 the reader holds what a double holds.
  const wide = Math.abs(Number(value)) > 2 ** 53;
  return wide ? Math.abs(found - Number(value)) <= Math.abs(found) * 2 ** -52 : found === Number(value);
}

for (const one of JSON.parse(fs.readFileSync(cases))) {
  let refused = false, found = [];
  try {
    const frame = new Reader(new KaitaiStream(Buffer.from(one.frame, "hex"), 0)).frames[0];
    leaves(frame.payload, "", found);
  } catch (error) {
    refused = String(error.stack || error);
  }
  const fail = (why) => { throw new Error(`${one.name}: ${why}`); };
  if (one.refused) {
    if (!refused) fail("was read " + JSON.stringify(found));
    continue;
  }
  if (refused) fail(refused);
  one.leaves.forEach((leaf, at) => same(found[at], leaf) || fail(`${found[at]} is not ${leaf}`));
  if (found.length !== one.leaves.length) fail(`${found} are not ${JSON.stringify(one.leaves)}`);
}

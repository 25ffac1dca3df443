// Prints what the codec in a folder says of each payload in a list.
const path = require("path");
const codec = require(path.resolve(process.argv[2], "codec.js"));
const lines = require("fs").readFileSync(process.argv[3], "utf8").split("\n").slice(0, -1);

function said(line) {
  const [id, payload] = line.split(" ");
  try {
    const value = codec.decode_message(Number(id), new Uint8Array(Buffer.from(payload, "hex")));
    try {
      return "ok " + Buffer.from(codec.encode_message(Number(id), value)).toString("hex");
    } catch (error) {
      if (error instanceof codec.EncodeError) return "encode " + error.kind;
      throw error;
    }
  } catch (error) {
    if (error instanceof codec.DecodeError) return error.kind + " " + error.offset;
    throw error;
  }
}

console.log(lines.map(said).join("\n"));

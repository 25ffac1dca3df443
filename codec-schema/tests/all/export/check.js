// Prints what the codec in a folder says of each payload in a list.
const fs = require("fs");
const path = require("path");
const ts = require("typescript");

const options = { target: "es2020", module: "commonjs" };
const source = fs.readFileSync(path.join(process.argv[2], "codec.ts"), "utf8");
const made = path.resolve(process.argv[2], "codec.js");
fs.writeFileSync(made, ts.transpileModule(source, { compilerOptions: options }).outputText);
const codec = require(made);
const lines = fs.readFileSync(process.argv[3], "utf8").split("\n").slice(0, -1);

function said(line) {
  const [name, payload] = line.split(" ");
  const id = /^[0-9]+$/.test(name) ? Number(name) : name;
  try {
    const bytes = new Uint8Array(Buffer.from(payload, "hex"));
    const [found, value] =
      id === "frame" ? codec.decode_frame(bytes) : [id, codec.decode_message(id, bytes)];
    const write = id === "frame" ? codec.encode_frame : codec.encode_message;
    try {
      return "ok " + Buffer.from(write(found, value)).toString("hex");
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

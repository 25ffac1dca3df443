// Runs a WebAssembly program, `node --no-warnings run.mjs program.wasm [argument ...]`, and ends with its status.
import { WASI } from "node:wasi";
import { readFile } from "node:fs/promises";
const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...args], env: process.env, returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);

// The inspector in a real browser, beside the program: node test.mjs CHROMIUM PAGE PROGRAM FOLDER [PICTURES]
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Browser } from "./browser.mjs";

const [chromium, page, program, folder, pictures] = process.argv.slice(2);
const root = resolve(fileURLToPath(import.meta.url), "../../..");
const lockOf = (protocol) => join(root, "protocols", protocol, "tests/data/protocol.lock");
const file = (name, bytes) => (writeFileSync(join(folder, name), bytes), join(folder, name));
const told = (...args) => {
  const { stdout, status } = spawnSync(program, args, { maxBuffer: 1 << 28 });
  return { out: stdout.toString(), status };
};

const SUCCESS = "000001060000020000000000";
const SETUP = "0000001d0000005e00800000000000008a0004f1aa2b57029c44039fb9aa0427cd5b44";
// A host of three bytes, and one that is longer than the payload.
const RECONNECT = "00000406000003782e79080d", WRONG = "000004050000" + "09782e7908";

// A capture of one connection for each list of segments: raw IP in pcap.
function capture(...connections) {
  const parts = [Buffer.from("d4c3b2a10200040000000000000000000000040065000000", "hex")];
  connections.forEach((segments, connection) => {
    let sequence = 0;
    for (const payload of [Buffer.alloc(0), ...segments]) {
      const packet = Buffer.alloc(40 + payload.length);
      packet.set([0x45, 0, packet.length >> 8, packet.length & 255, 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, connection]);
      packet.set([192, 0, 2, 1, 4, 0, 0x85, 0xce], 16);
      packet.writeUInt32BE(sequence, 24);
      packet.set([0x50, sequence ? 24 : 2], 32);
      packet.set(payload, 40);
      sequence += payload.length || 1;
      const head = Buffer.alloc(16);
      head.writeUInt32LE(packet.length, 8);
      head.writeUInt32LE(packet.length, 12);
      parts.push(head, packet);
    }
  });
  return Buffer.concat(parts);
}

const browser = new Browser(chromium, join(folder, "profile"));
const texts = (selector) => browser.value(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent)`);
const status = () => browser.value("document.getElementById('status').textContent");
const said = (words) => browser.until(`document.getElementById('status').textContent.includes(${JSON.stringify(words)})`);
const picture = (name) => pictures && browser.picture(join(pictures, `${name}.png`));

async function format(name) {
  await browser.value("document.getElementById('format').focus()");
  const isChosen = `document.getElementById('format').value === ${JSON.stringify(name)}`;
  for (let turn = 0; turn < 9 && !(await browser.value(isChosen)); turn++) await browser.key("ArrowDown");
  await browser.until(isChosen);
}

// All frames that are listed, each with its JSON and its page, are those of the program.
async function agrees(lock, name, bytes, ...options) {
  const wanted = told("show", lock, "--format", name, ...options, "--json", `@${bytes}`);
  const lines = wanted.out.trimEnd().split("\n");
  const frames = lines.filter((line) => "message" in JSON.parse(line));
  assert.equal(await browser.value("document.getElementById('frames').options.length"), lines.length);
  let number = 0;
  for (const line of frames) {
    const value = JSON.parse(line).header ? String(++number) : "value";
    await choose(value);
    assert.equal(await browser.value("document.getElementById('json').textContent"), line);
    const one = value === "value" ? [] : ["--frame", value];
    const html = told("show", lock, "--format", name, ...options, ...one, "--html", `@${bytes}`).out;
    assert.equal(await browser.value("document.getElementById('page').srcdoc"), html);
  }
  return { count: frames.length, status: wanted.status };
}

const choose = (value) => browser.value(`{ const list = document.getElementById('frames'); list.value = ${JSON.stringify(value)}; list.dispatchEvent(new Event('change')); }`);

async function frames() {
  await said("A lock is needed");
  await browser.drop(lockOf("stratum"));
  await said("Drop bytes too");
  assert.deepEqual(await texts("#inputs li"), [`1/protocol.lock, ${statSync(lockOf("stratum")).size} bytes`]);
  const all = file("frames.txt", `${SUCCESS}\n${SETUP} # the first\n${RECONNECT}\n${WRONG}\n`);
  await browser.drop(all);
  await said("Choose the format");
  await format("Sv2");
  await said("Something is malformed");
  assert.deepEqual(await agrees(lockOf("stratum"), "Sv2", all), { count: 4, status: 1 });
  await picture("frames");
}

// Clicks and keys in the page of a frame mark its bytes and fields.
async function fields() {
  await choose("3");
  const inner = await browser.frame("document.title === 'Frame 3'");
  const shown = "[...document.querySelectorAll('.on')].map((one) => one.id.startsWith('b') ? one.id : one.textContent.trim()).join(' ')";
  const marks = (words, turns) => browser.until(`${shown} === ${JSON.stringify(words)}`, inner, turns);
  await browser.value("document.getElementById('page').scrollIntoView()");
  const frame = JSON.parse(await browser.value("JSON.stringify(document.getElementById('page').getBoundingClientRect())"));
  const press = async (selector, words) => {
    const find = `{ const one = ${selector}.getBoundingClientRect(); JSON.stringify([one.x + 4, one.y + 4]) }`;
    const [x, y] = JSON.parse(await browser.value(find, inner));
    // A frame that is not painted yet takes no click.
    for (let turn = 0; turn < 50; turn++) {
      await browser.click(frame.x + 1 + x, frame.y + 1 + y);
      if (await marks(words, 10).then(() => true, () => false)) return;
    }
    await marks(words);
  };
  const field = (name) => `[...document.querySelectorAll('li a')].find((one) => one.textContent.startsWith('${name}'))`;
  const host = 'b6 b7 b8 b9 new_host "x.y" 6..10';
  await press(field("new_host"), host);
  await browser.key("ArrowDown", undefined, inner.sessionId);
  await marks("b10 b11 new_port 3336 10..12");
  await press("document.getElementById('b7')", host);
  for (let turn = 0; turn < 3; turn++) await browser.key("ArrowRight", undefined, inner.sessionId);
  await marks("b10 b11 new_port 3336 10..12");
  // Bytes and fields are one stop each.
  assert.equal(await browser.value("document.querySelectorAll('a[tabindex=\"0\"]').length", inner), 2);
  await picture("fields");
  await choose("4");
  const wrong = await browser.frame("document.title === 'Frame 4'");
  assert.equal(await browser.value("document.querySelector('[role=alert]').textContent", wrong),
    "Malformed: new_host: unexpected end of input at byte 11");
  await picture("malformed");
}

async function captures() {
  const [success, setup] = [SUCCESS, SETUP].map((hex) => Buffer.from(hex, "hex"));
  const pcap = file("two.pcap", capture([Buffer.concat([success, setup.subarray(0, 3)]), setup.subarray(3)],
    [Buffer.from("GET / HTTP/1.1\r\n\r\n")]));
  await browser.drop(pcap);
  await said("All is valid.");
  assert.deepEqual(await agrees(lockOf("stratum"), "Sv2", pcap), { count: 2, status: 0 });
  const listed = await texts("#frames option");
  assert.match(listed[0], /^1 {2}1970-01-01T00:00:00.000000Z {2}10.0.0.0:1024 > 192.0.2.1:34254 {2}SetupConnectionSuccess$/);
  assert.match(listed[2], /another protocol or encrypted\?$/);
  assert.equal(await browser.value("document.getElementById('frames').options[2].disabled"), true);
  await picture("capture");
}

async function hex() {
  await browser.value("document.getElementById('hex').focus()");
  await browser.send("Input.insertText", { text: `${SUCCESS} # written` });
  await said("All is valid.");
  assert.equal(await browser.value("document.getElementById('list').hidden"), true);
  assert.equal(JSON.parse((await texts("#json"))[0]).value.used_version, 2);
  await browser.send("Input.insertText", { text: "\n0g" });
  await said("'g' is no hex digit");
}

// Names that a peer or a file has are text, wherever they are shown.
async function hostile() {
  await browser.value("document.getElementById('clear').click()");
  const name = `<img src=x onerror="document.title='owned'">`;
  // A command that is a tag, and ends a line.
  const command = Buffer.alloc(12);
  command.write("<b>\n</b>");
  const frame = Buffer.concat([Buffer.from("f9beb4d9", "hex"), command, Buffer.alloc(4), Buffer.from("5df6e0e2", "hex")]);
  const bytes = file(`${name}.bin`, frame);
  await browser.drop(lockOf("bitcoin"), bytes);
  await said("Choose the format");
  await format("Consensus");
  await said("Something is malformed");
  assert.deepEqual(await agrees(lockOf("bitcoin"), "Consensus", bytes), { count: 1, status: 1 });
  assert.ok((await texts("#inputs li"))[1].includes(`bytes/${name}.bin`));
  const inner = await browser.frame("document.title === 'Frame 1' && document.body.innerText.includes('command')");
  for (const where of [undefined, inner]) {
    assert.equal(await browser.value("document.querySelectorAll('img, li b b, #inputs b').length", where), 0);
  }
  assert.equal(await browser.value("document.title"), "Bytes by a lock");
  // A lock that was edited: its name and line.
  const edited = file(`${name}.lock`, "codec wire format lock, version 1\n\nroot Nothing\n");
  await browser.value("document.getElementById('clear').click()");
  await browser.drop(edited);
  await said(`1/${name}.lock: `);
}

// Two locks give their verdict, both ways; bytes are by the newer one.
async function verdicts() {
  await browser.value("document.getElementById('clear').click()");
  const [old, now] = [1, 3].map((version) => join(root, `codec-schema/examples/service/${version}.lock`));
  await browser.drop(old);
  await browser.drop(now);
  await said("No format breaks.");
  assert.equal((await texts("#difference"))[0], told("diff", old, now).out);
  await picture("verdict");
  await browser.value("document.getElementById('swap').click()");
  await said("A format breaks.");
  assert.equal((await texts("#difference"))[0], told("diff", now, old).out);
}

// A type that contains itself, nested as deep as it may be, and deeper.
async function deep() {
  await browser.value("document.getElementById('clear').click()");
  const lock = join(root, "codec-schema/tests/all/show/tree.lock");
  const bytes = file("deep.bin", Buffer.alloc(1 << 16, 1));
  await browser.drop(lock, bytes);
  await said("Choose the format");
  await format("Postcard");
  await said("Something is malformed");
  assert.deepEqual(await agrees(lock, "Postcard", bytes), { count: 1, status: 1 });
  assert.match((await texts("#json"))[0], /nested too deep at byte/);
}

// The words of a screen reader for each part that takes the focus, and the order of the Tab key.
async function accessible() {
  await browser.send("Accessibility.enable");
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  const roles = ["button", "combobox", "listbox", "textbox", "Iframe", "region", "DisclosureTriangle"];
  const found = nodes.filter((node) => !node.ignored && roles.includes(node.role.value));
  for (const node of found) assert.ok(node.name?.value, JSON.stringify(node));
  const names = found.map((node) => node.name.value).join("; ");
  for (const name of ["Bytes in hex", "Format", "Message", "Bytes and fields", "Begin anew"]) {
    assert.ok(names.includes(name), `${name}: ${names}`);
  }
  await browser.value("document.getElementById('files').focus()");
  const stops = [];
  for (let turn = 0; turn < 4; turn++) {
    await browser.key("Tab");
    stops.push(await browser.value("document.activeElement.id"));
  }
  assert.deepEqual(stops, ["clear", "hex", "format", "message"]);
}

async function main() {
  await browser.open(pathToFileURL(page).href);
  for (const part of [frames, fields, captures, hex, hostile, verdicts, deep, accessible]) {
    await part();
    console.log(`the inspector: ${part.name}`);
  }
  // Nothing is asked of the network, nor of the disk but the page.
  const asked = browser.requests.filter((url) => !/^(about|data|blob):/.test(url));
  assert.deepEqual(asked, [pathToFileURL(page).href]);
}

let failed = true;
try {
  await main();
  failed = false;
} catch (error) {
  console.log(error.stack, "\nstatus:", await status().catch(() => ""));
  await picture("failed")?.catch(() => {});
}
browser.process.kill();
process.exit(failed ? 1 : 0);

// The page: inputs, which files are dropped on or chosen, and what the program says of them.
const at = (id) => document.getElementById(id);
const STATUS = ["All is valid.", "Something is malformed, or not described by the lock to its end."];
const state = { locks: [], data: null };
let program;

const isLock = (bytes) => new TextDecoder().decode(bytes.subarray(0, 64)).startsWith("codec wire format lock");

function files() {
  const all = new Map(state.locks.map(({ name, bytes }, index) => [`${index + 1}/${name}`, bytes]));
  const hex = at("hex").value;
  if (state.data) all.set(`bytes/${state.data.name}`, state.data.bytes);
  else if (hex.trim()) all.set("bytes/hex", new TextEncoder().encode(hex));
  return all;
}

async function take(list) {
  for (const file of list) {
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      at("status").textContent = `${file.name} can't be read: ${error.message}`;
      return;
    }
    const one = { name: file.name.replaceAll("/", "_"), bytes };
    if (isLock(bytes)) state.locks = [...state.locks, one].slice(-2);
    else {
      state.data = one;
      at("hex").value = "";
    }
  }
  update();
}

// The formats that are offered, as the program lists them.
let offered;

// Offers the formats of a lock; those that lack one of its types say so.
function offer(lock, all) {
  const { status, out, error } = run(program, ["fingerprint", lock], all);
  if (status !== 0) return error;
  // The choice and what is typed in it stay, as long as the formats do.
  if (out === offered) return "";
  offered = out;
  const before = at("format").value;
  const options = out.trimEnd().split("\n").map((line) => {
    const [name, print, ...hint] = line.split(" ");
    const option = new Option(print === "-" ? `${name}: ${hint.join(" ")}` : name, name);
    option.disabled = print === "-";
    return option;
  });
  at("format").replaceChildren(new Option("choose one", ""), ...options);
  at("format").value = options.some((one) => one.value === before && !one.disabled) ? before : "";
  return "";
}

function verdict(all) {
  const [old, now] = [...all.keys()];
  const { status, out, error } = run(program, ["diff", old, now], all);
  at("compared").textContent = `From ${old} to ${now}`;
  at("difference").textContent = out || error;
  return ["No format breaks.", "A format breaks.", "A lock can't be read."][status];
}

const options = (...more) => {
  const message = at("message").value.trim();
  return ["--format", at("format").value, ...(message ? ["--message", message] : []), ...more];
};

// The lines of all frames, or of the value.
let lines = [];

function show(lock, bytes, all) {
  const { status, out, error, isCut } = run(program, ["show", lock, ...options("--json"), `@${bytes}`], all);
  lines = out.split("\n").filter((line) => line);
  // The last line may be cut.
  if (isCut) lines.pop();
  let number = 0;
  const rows = lines.map((text) => {
    const line = JSON.parse(text);
    const isFrame = line.message !== undefined;
    const place = [line.time, line.source && `${line.source} > ${line.destination}`];
    const what = isFrame ? [line.message, line.problem && `malformed: ${line.problem}`] : [line.problem ?? line.reason];
    const name = isFrame && (line.header ? ++number : "value");
    const row = new Option([name, ...place, ...what].filter((word) => word).join("  "), name || "");
    row.disabled = !isFrame;
    row.line = text;
    return row;
  });
  at("frames").replaceChildren(...rows);
  at("frames").size = Math.min(Math.max(rows.length, 2), 10);
  at("list").hidden = rows.length < 2;
  const first = rows.find((row) => !row.disabled);
  at("shown").hidden = !first;
  if (first) {
    first.selected = true;
    one();
  }
  const cut = isCut ? `Only the first ${number} frames are listed. ` : "";
  return cut + (status === 2 ? error : [STATUS[status], error].join(" ").trim());
}

// Shows the frame that is selected.
function one() {
  const row = at("frames").selectedOptions[0];
  const all = files(), [lock, bytes] = [[...all.keys()][state.locks.length - 1], [...all.keys()].at(-1)];
  const frame = row.value === "value" ? [] : ["--frame", row.value];
  const { out, error } = run(program, ["show", lock, ...options(...frame, "--html"), `@${bytes}`], all);
  at("json").textContent = row.line;
  at("page").srcdoc = out;
  if (!out) at("status").textContent = error;
}

function update() {
  const all = files(), names = [...all.keys()];
  at("inputs").replaceChildren(...names.map((name) => {
    const item = document.createElement("li");
    item.textContent = `${name}, ${all.get(name).length} bytes`;
    return item;
  }));
  at("verdict").hidden = state.locks.length < 2;
  at("shown").hidden = true;
  const said = [];
  if (!program) return;
  if (state.locks.length === 2) said.push(verdict(all));
  if (state.locks.length === 0) said.push("A lock is needed: drop one here.");
  else {
    const lock = names[state.locks.length - 1];
    const wrong = offer(lock, all);
    if (wrong) said.push(wrong);
    else if (names.length === state.locks.length) said.push("Drop bytes too, or write them in hex.");
    else if (!at("format").value) said.push("Choose the format of the bytes.");
    else said.push(show(lock, names.at(-1), all));
  }
  at("status").textContent = said.join(" ");
}

async function start() {
  const zipped = Uint8Array.from(atob(at("program").textContent), (one) => one.charCodeAt(0));
  const plain = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  program = await WebAssembly.compile(await new Response(plain).arrayBuffer());
  update();
}

for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    document.body.classList.toggle("over", kind === "dragenter" || kind === "dragover");
  });
}
addEventListener("drop", (event) => take([...event.dataTransfer.files]));
at("files").addEventListener("change", (event) => {
  take([...event.target.files]).then(() => (event.target.value = ""));
});
at("hex").addEventListener("input", () => {
  state.data = null;
  update();
});
for (const id of ["format", "message"]) at(id).addEventListener("change", update);
at("frames").addEventListener("change", one);
at("swap").addEventListener("click", () => {
  state.locks.reverse();
  update();
});
at("clear").addEventListener("click", () => {
  [state.locks, state.data, at("hex").value, at("message").value] = [[], null, "", ""];
  update();
});
start().catch((error) => {
  at("status").textContent = `The program can't be started in this browser: ${error.message}`;
});

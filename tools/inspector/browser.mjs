// A browser that is driven as a person would: files are dropped, keys pressed, and fields clicked.
import { spawn } from "node:child_process";

export class Browser {
  #next = 1;
  #waiting = new Map();
  // Execution contexts by their session and id: the page, and the frames in it.
  contexts = new Map();
  requests = [];

  constructor(program, profile) {
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe",
      "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1200,900",
      `--user-data-dir=${profile}`, "about:blank"];
    this.process = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let rest = Buffer.alloc(0);
    this.process.stdio[4].on("data", (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) {
        this.#take(JSON.parse(rest.subarray(0, end)));
      }
    });
  }

  #take({ id, result, error, method, params, sessionId }) {
    if (id !== undefined) {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      return error ? reject(new Error(error.message)) : resolve(result);
    }
    if (method === "Target.attachedToTarget") this.#attached(params.sessionId);
    const key = (context) => `${sessionId} ${context}`;
    if (method === "Runtime.executionContextCreated") {
      const { id: context, auxData } = params.context;
      this.contexts.set(key(context), { sessionId, contextId: context, frame: auxData.frameId });
    }
    if (method === "Runtime.executionContextDestroyed") this.contexts.delete(key(params.executionContextId));
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  #attached(sessionId) {
    this.session ??= sessionId;
    this.send("Runtime.enable", {}, sessionId).catch(() => {});
    this.send("Network.enable", {}, sessionId).catch(() => {});
  }

  send(method, params = {}, sessionId = this.session) {
    const id = this.#next++;
    const sent = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return sent;
  }

  async open(url) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    await this.send("Target.attachToTarget", { targetId, flatten: true });
    await this.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    await this.send("Page.enable");
    await this.send("Page.navigate", { url });
  }

  // The value of an expression in the page, or in one of its frames.
  async value(expression, { sessionId = this.session, contextId } = {}) {
    const asked = { expression, returnByValue: true, awaitPromise: true, ...(contextId && { contextId }) };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", asked, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Waits until an expression is true, and says what it is of otherwise.
  async until(expression, where, turns = 1200) {
    for (let turn = 0; turn < turns; turn++) {
      if (await this.value(expression, where).catch(() => false)) return;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error(`never true: ${expression}\n${await this.value("document.body.innerHTML", where)}`);
  }

  // The frame in which this expression is true.
  async frame(expression) {
    for (let turn = 0; turn < 1200; turn++) {
      for (const context of this.contexts.values()) {
        if (await this.value(`window !== top && (${expression})`, context).catch(() => false)) return context;
      }
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error(`in no frame: ${expression}`);
  }

  // Drops files near the page's top. One that is dropped before the page is painted there is lost.
  async drop(...files) {
    const data = { items: [], files, dragOperationsMask: 1 };
    await this.value("scrollTo(0, 0), window.dropped = false, addEventListener('drop', () => (dropped = true), { once: true })");
    for (let turn = 0; turn < 20; turn++) {
      for (const type of ["dragEnter", "dragOver", "drop"]) {
        await this.send("Input.dispatchDragEvent", { type, x: 300, y: 200, data });
      }
      if (await this.until("dropped", undefined, 10).then(() => true, () => false)) return;
    }
    throw new Error("nothing takes what is dropped");
  }

  async click(x, y) {
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  async key(key, text, sessionId) {
    const code = { Tab: 9, ArrowDown: 40, ArrowUp: 38, ArrowRight: 39 }[key] ?? key.toUpperCase().charCodeAt(0);
    for (const type of ["keyDown", "keyUp"]) {
      const event = { type, key, code: key, windowsVirtualKeyCode: code, ...(text && { text }) };
      await this.send("Input.dispatchKeyEvent", event, sessionId);
    }
  }

  async picture(file) {
    const { writeFile } = await import("node:fs/promises");
    await writeFile(file, Buffer.from((await this.send("Page.captureScreenshot")).data, "base64"));
  }
}

import type { CDPSession, Page } from "playwright-core";
import type { Place } from "../../../test/canary/search.ts";

/** What a tab got and said, as places to search. */
export interface Recording {
  readonly places: readonly Place[];
  /** Requests of the tab with their status. */
  readonly answered: readonly Answered[];
  /** Answers whose body is not known. */
  readonly lost: readonly string[];
  /** Resolves once nothing but streams is under way, and every body is read. */
  readonly settle: () => Promise<void>;
}

export interface Answered {
  readonly method: string;
  /** The address without its origin. */
  readonly path: string;
  readonly status: number;
}

export interface Recorded {
  readonly page: Page;
  readonly origin: string;
  /** Names of the canaries that the answer to a sign-in hands over. */
  readonly halves: { readonly tab: string; readonly cookie: string };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  /** Parts of a body that has no end. */
  readonly parts: Buffer[];
}

const nextFrame = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))";
const maxBytes = 256 * 1_048_576;

/** Keeps every answer of the gateway to a tab, with its headers, and what the console said. */
export async function record(recorded: Recorded): Promise<Recording> {
  const { page } = recorded;
  const devtools = await page.context().newCDPSession(page);
  const recorder = new Recorder(recorded, devtools);
  const text = (name: string, said: string): void =>
    void recorder.places.push({ name, bytes: Buffer.from(said) });
  page.on("console", (line) =>
    text("messages of the console", `${line.text()} ${line.location().url}`),
  );
  page.on("pageerror", ({ message, stack = "" }) =>
    text("errors of scripts", `${message} ${stack}`),
  );
  const buffers = { maxTotalBufferSize: maxBytes, maxResourceBufferSize: maxBytes };
  await devtools.send("Network.enable", buffers);
  return recorder;
}

class Recorder implements Recording {
  readonly places: Place[] = [];
  readonly answered: Answered[] = [];
  readonly lost: string[] = [];
  readonly #recorded: Recorded;
  readonly #devtools: CDPSession;
  readonly #asked = new Map<string, Asked>();
  readonly #open = new Set<string>();
  readonly #reading = new Set<Promise<void>>();
  /** The browser may tell of the headers before it tells of the request. */
  readonly #early = new Map<string, object>();

  constructor(recorded: Recorded, devtools: CDPSession) {
    this.#recorded = recorded;
    this.#devtools = devtools;
    devtools.on("Network.requestWillBeSent", ({ requestId, request }) =>
      this.#begin(requestId, request),
    );
    devtools.on("Network.responseReceivedExtraInfo", ({ requestId, headers }) => {
      if (this.#asked.has(requestId)) this.#keep("headers", requestId, asBytes(headers));
      else this.#early.set(requestId, headers);
    });
    devtools.on("Network.responseReceived", ({ requestId, response }) => {
      this.#keep("headers", requestId, asBytes(response.headers));
      const { method, path } = this.#asked.get(requestId) ?? {};
      if (method === undefined || path === undefined) return;
      this.answered.push({ method, path, status: response.status });
      if (response.mimeType === "text/event-stream") this.#follow(requestId);
    });
    devtools.on("Network.dataReceived", ({ requestId, data = "" }) => {
      this.#asked.get(requestId)?.parts.push(Buffer.from(data, "base64"));
    });
    devtools.on("Network.loadingFinished", ({ requestId }) => {
      this.#open.delete(requestId);
      this.#read(requestId);
    });
    devtools.on("Network.loadingFailed", ({ requestId }) => void this.#open.delete(requestId));
  }

  readonly settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      if (this.#open.size + this.#reading.size > 0) quiet = -1;
      // A frame later the page has drawn an answer, and asked what follows from it.
      await this.#recorded.page.evaluate(nextFrame);
    }
  };

  #begin(id: string, { method, url }: { readonly method: string; readonly url: string }): void {
    const { origin } = this.#recorded;
    if (!url.startsWith(`${origin}/`)) return;
    this.#asked.set(id, { method, path: url.slice(origin.length), parts: [] });
    this.#open.add(id);
    const headers = this.#early.get(id);
    if (headers !== undefined) this.#keep("headers", id, asBytes(headers));
  }

  /** Keeps the parts of a stream as they come. */
  #follow(requestId: string): void {
    const request = this.#asked.get(requestId);
    if (request === undefined) return;
    this.#open.delete(requestId);
    const { parts } = request;
    this.places.push({
      name: `body of ${nameOf(request)}`,
      get bytes() {
        return Buffer.concat(parts);
      },
    });
    void this.#devtools.send("Network.streamResourceContent", { requestId }).then(
      ({ bufferedData }) => parts.unshift(Buffer.from(bufferedData, "base64")),
      // It has ended already, and is read whole.
      () => undefined,
    );
  }

  #read(requestId: string): void {
    const request = this.#asked.get(requestId);
    if (request === undefined) return;
    const work = this.#devtools.send("Network.getResponseBody", { requestId }).then(
      ({ body, base64Encoded }) =>
        this.#keep("body", requestId, Buffer.from(body, base64Encoded ? "base64" : "utf8")),
      () => {
        if (request.parts.length === 0) this.lost.push(nameOf(request));
      },
    );
    this.#reading.add(work);
    void work.then(() => this.#reading.delete(work));
  }

  #keep(part: "body" | "headers", id: string, bytes: Buffer): void {
    const request = this.#asked.get(id);
    if (request === undefined) return;
    const { tab, cookie } = this.#recorded.halves;
    const isSignIn = request.method === "POST" && request.path === "/console/session";
    const mayHold = isSignIn ? [part === "body" ? tab : cookie] : [];
    this.places.push({ name: `${part} of ${nameOf(request)}`, bytes, mayHold });
  }
}

function asBytes(headers: object): Buffer {
  return Buffer.from(JSON.stringify(headers));
}

function nameOf({ method, path }: Asked): string {
  return `${method} ${path}`;
}

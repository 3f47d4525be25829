import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import { InnerCallError, type ToolContext, type ToolResult } from "@toolcourt/sdk";
import { createLines } from "../../protocol/lines.ts";
import type { Child } from "../../upstreams/stdio/child.ts";
import { UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import {
  type Ask,
  type BoxMessage,
  type BoxOrder,
  type OfferedTool,
  type RefusedAsk,
  readBoxMessage,
} from "./messages.ts";

const maxLineBytes = 10 * 1024 * 1024;
const maxUnreadBytes = 64 * 1024 * 1024;
/** Our runner keeps fewer open, so only a module that bypasses it exceeds this. */
const maxOpenAsks = 32;
/** Refusals that are kept until the call ends, because it may end with one of them. */
const maxRefusals = 1_000;

export interface BoxedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly context: ToolContext;
}

export interface BoxedResult {
  readonly result: ToolResult;
  /** How many requests the target answered. */
  readonly requests: number;
}

/** The process ended before it was in the box. */
export class NoBox extends Error {
  override readonly name = "NoBox";
}

/** The module could not be loaded in the box. */
export class Unloadable extends Error {
  override readonly name = "Unloadable";
}

interface Open {
  readonly egress: ToolContext["egress"] | undefined;
  readonly calls: ToolContext["calls"] | undefined;
  readonly settle: PromiseWithResolvers<BoxedResult>;
  readonly asks: Set<number>;
  readonly refusals: Map<number, unknown>;
  requests: number;
}

/**
 * One process in a box, for one call at most. What it sends can only concern that call, and what it
 * remembers ends with it. Owns the process.
 */
export class Session implements AsyncDisposable {
  readonly #child: Child;
  readonly #tools = Promise.withResolvers<readonly OfferedTool[]>();
  readonly #words: Buffer[] = [];
  #step: "starting" | "loading" | "listed" | "called" | "answered" = "starting";
  #open: Open | undefined;
  #ended: UpstreamError | undefined;

  constructor(child: Child) {
    this.#child = child;
    this.#tools.promise.catch(() => undefined);
    const { stdout, stderr } = child.streams;
    const push = createLines(maxLineBytes, (line) => this.#read(line));
    stdout.on("data", (chunk: Buffer) => {
      if (this.#ended === undefined && !push(chunk)) this.#end("garbled");
    });
    // Only the start of the box writes here; what the module writes goes nowhere.
    stderr.on("data", (chunk: Buffer) => {
      if (this.#words.length < 10) this.#words.push(chunk.subarray(0, 1_000));
    });
    void child.closed.then(() => this.#end("lost"));
  }

  /** The tools that the module exports. Rejects with `NoBox` or `Unloadable`. */
  get tools(): Promise<readonly OfferedTool[]> {
    return this.#tools.promise;
  }

  /**
   * Runs a tool of a loaded module, then ends the process. Rejects with a `Refusal` of its requests, or with an
   * `UpstreamError`.
   */
  async call({ tool, input, context }: BoxedCall): Promise<BoxedResult> {
    const { signal, calls, egress, ...plain } = context;
    signal?.throwIfAborted();
    if (this.#ended !== undefined) throw new UpstreamError({ kind: "unreachable" });
    if (this.#open !== undefined) throw new TypeError("A process serves one call.");
    this.#step = "called";
    const settle = Promise.withResolvers<BoxedResult>();
    this.#open = { settle, asks: new Set(), refusals: new Map(), requests: 0, egress, calls };
    // The process is of this call alone, so nothing is lost if it ends at once.
    const leave = (): void => {
      settle.reject(signal?.reason);
      this.#end("lost");
    };
    signal?.addEventListener("abort", leave, { once: true });
    const given = { egress: egress !== undefined, calls: calls !== undefined };
    this.#send({ kind: "call", tool, input, context: plain, ...given, caller: calls?.caller });
    try {
      return await settle.promise;
    } finally {
      signal?.removeEventListener("abort", leave);
      this.#end("lost");
    }
  }

  #read(line: string): void {
    if (this.#ended !== undefined) return;
    const message = readBoxMessage(line);
    if (message === undefined || !this.#take(message)) this.#end("garbled");
  }

  /** Returns false for a message that has no place here, or not at this step. */
  #take(message: BoxMessage): boolean {
    if (this.#step !== stepOf[message.kind]) return false;
    if (message.kind === "result") return this.#finish(message);
    if (message.kind === "egress" || message.kind === "inner") return this.#ask(message);
    this.#step = message.kind === "ready" ? "loading" : "listed";
    if (message.kind === "tools") this.#tools.resolve(message.tools);
    if (message.kind === "unloadable") this.#tools.reject(new Unloadable());
    return true;
  }

  #finish({ result, refusedBy }: Extract<BoxMessage, { readonly kind: "result" }>): boolean {
    if (this.#open === undefined) return false;
    this.#step = "answered";
    const { settle, refusals, requests } = this.#open;
    const refusal = refusedBy === undefined ? undefined : refusals.get(refusedBy);
    if (refusal === undefined) settle.resolve({ result, requests });
    else settle.reject(refusal);
    return true;
  }

  #ask(ask: Ask): boolean {
    const open = this.#open;
    if (open === undefined || open.asks.has(ask.ask) || open.asks.size >= maxOpenAsks) return false;
    open.asks.add(ask.ask);
    void this.#answer(ask, open);
    return true;
  }

  async #answer(ask: Ask, open: Open): Promise<void> {
    const { ask: number } = ask;
    try {
      const answer = await answerTo(ask, open);
      this.#send({ kind: "answer", ask: number, answer });
    } catch (error) {
      const isKept = isRefusal(error) && open.refusals.size < maxRefusals;
      if (isKept) open.refusals.set(number, error);
      this.#send({ kind: "refused", ask: number, refused: shownError(error) });
    } finally {
      open.asks.delete(number);
    }
  }

  #send(order: BoxOrder): void {
    const { stdin } = this.#child.streams;
    if (this.#ended !== undefined || !stdin.writable) return;
    stdin.write(`${JSON.stringify(order)}\n`);
    if (stdin.writableLength > maxUnreadBytes) this.#end("garbled");
  }

  #end(kind: Extract<UpstreamFault["kind"], "lost" | "garbled">): void {
    if (this.#ended !== undefined) return;
    const cause = new Error("The box ended.", { cause: Buffer.concat(this.#words).toString() });
    this.#ended = new UpstreamError({ kind }, { cause });
    const isInside = this.#step !== "starting";
    this.#tools.reject(isInside ? new Unloadable() : new NoBox(undefined, { cause }));
    this.#open?.settle.reject(this.#ended);
    void this.#child[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end("lost");
    await this.#child[Symbol.asyncDispose]();
  }
}

/** When each message may come. A module that bypasses its runner may send any at any time. */
const stepOf = {
  ready: "starting",
  tools: "loading",
  unloadable: "loading",
  egress: "called",
  inner: "called",
  result: "called",
} as const satisfies Record<BoxMessage["kind"], string>;

async function answerTo(ask: Ask, open: Open): Promise<unknown> {
  if (ask.kind === "inner") {
    if (open.calls === undefined)
      throw new InnerCallError("step-refused", "The tool names no steps.");
    return open.calls.call(ask.tool, ask.arguments, ask.options);
  }
  if (open.egress === undefined) throw new InnerCallError("egress-refused", noConnection);
  const answer = await open.egress.request(ask.request);
  open.requests += 1;
  return answer;
}

const noConnection = "A request was blocked: the call has no connection.";

/** Our own words only. Other errors are cancellations, or mistakes of ours. */
function shownError(error: unknown): RefusedAsk {
  if (error instanceof InnerCallError) {
    const { code, message, retryable, neverRan } = error;
    return { code, message, retryable, neverRan };
  }
  const refusal = refusalData(error);
  if (refusal === undefined || !isRefusal(error)) {
    return { code: "cancelled", message: "The call ended.", retryable: false, neverRan: false };
  }
  const { code, retryable } = refusal;
  return { code, message: error.message, retryable, neverRan: false };
}

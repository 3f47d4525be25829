import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { canonicalJson } from "@toolcourt/sdk";
import type { Child } from "../../upstreams/stdio/child.ts";
import { UpstreamError } from "../../upstreams/upstream.ts";
import type { OfferedTool } from "./messages.ts";
import { type BoxedCall, type BoxedResult, NoBox, Session, Unloadable } from "./session.ts";

export interface BoxDeps extends Pick<Runtime, "clock"> {
  /** Starts the process of the box. */
  readonly start: () => Promise<Child>;
}

/** How long a module may take to load. */
const loadingMs = 30_000;

/**
 * Runs one module of tools without network. Each call has a process of its own, so that no call sees
 * anything of another.
 */
export class Box implements AsyncDisposable {
  readonly #deps: BoxDeps;
  readonly #sessions = new Set<Session>();
  #offered: string | undefined;
  #isClosed = false;

  constructor(deps: BoxDeps) {
    this.#deps = deps;
  }

  /** Lists the tools of the module. Rejects with `NoBox` or `Unloadable`. */
  open(): Promise<readonly OfferedTool[]> {
    return this.#within(async (session) => {
      const tools = await this.#load(session);
      this.#offered = canonicalJson(tools);
      return tools;
    });
  }

  /** Runs a tool. Rejects with a `Refusal` of its requests, or with an `UpstreamError`. */
  async call(call: BoxedCall): Promise<BoxedResult> {
    const { signal } = call.context;
    signal?.throwIfAborted();
    try {
      return await this.#within(async (session) => {
        const offered = canonicalJson(await this.#load(session, signal));
        if (this.#offered !== offered) throw new Unloadable("The module exports other tools now.");
        return session.call(call);
      });
    } catch (error) {
      if (!(error instanceof NoBox || error instanceof Unloadable)) throw error;
      throw new UpstreamError({ kind: "unreachable" }, { cause: error });
    }
  }

  /** Starts a process for the work, and ends it afterwards. */
  async #within<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    const child = await this.#deps.start().catch((cause: unknown) => {
      throw new NoBox(undefined, { cause });
    });
    const session = new Session(child);
    this.#sessions.add(session);
    try {
      this.#mustBeOpen();
      return await work(session);
    } finally {
      // Awaited, so that the slots of calls bound the number of processes too.
      await session[Symbol.asyncDispose]();
      this.#sessions.delete(session);
    }
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw new NoBox("The box is closed.");
  }

  async #load(session: Session, signal?: AbortSignal): Promise<readonly OfferedTool[]> {
    const { clock } = this.#deps;
    const limits = { clock, ms: loadingMs, ...(signal && { signal }) };
    return withTimeout(limits, () => session.tools).catch((error: unknown) => {
      throw error instanceof TimeoutError ? new Unloadable(undefined, { cause: error }) : error;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sessions].map((session) => session[Symbol.asyncDispose]()));
  }
}

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
 * A process without network for one module of tools. A process that ended is started again by the
 * next call, if the module still exports the same tools.
 */
export class Box implements AsyncDisposable {
  readonly #deps: BoxDeps;
  #session: Promise<Session> | undefined;
  #offered: string | undefined;
  #isClosed = false;

  constructor(deps: BoxDeps) {
    this.#deps = deps;
  }

  /** Starts the box and returns its tools. Rejects with `NoBox` or `Unloadable`. */
  async open(): Promise<readonly OfferedTool[]> {
    const { tools } = await this.#start();
    return tools;
  }

  /** Runs a tool. Rejects with a `Refusal` of its requests, or with an `UpstreamError`. */
  async call(call: BoxedCall): Promise<BoxedResult> {
    const session = await this.#start().catch((cause: unknown) => {
      throw new UpstreamError({ kind: "unreachable" }, { cause });
    });
    return session.call(call);
  }

  /** Returns the running process. Calls that arrive during a start share it. */
  #start(): Promise<Session> {
    if (this.#session !== undefined) return this.#session;
    const opening = this.#open();
    const forget = (): void => {
      if (this.#session === opening) this.#session = undefined;
    };
    opening.then(({ ended }) => ended.then(forget), forget);
    this.#session = opening;
    return opening;
  }

  async #open(): Promise<Session> {
    if (this.#isClosed) throw new Error("The box is closed.");
    const { clock, start } = this.#deps;
    const child = await start().catch((cause: unknown) => {
      throw new NoBox(undefined, { cause });
    });
    const session = new Session(child, { clock });
    try {
      const tools = await withTimeout({ clock, ms: loadingMs }, () => session.tools);
      const offered = canonicalJson(tools);
      this.#offered ??= offered;
      if (this.#offered !== offered) throw new Unloadable("The module exports other tools now.");
      return session;
    } catch (error) {
      await session[Symbol.asyncDispose]();
      throw error instanceof TimeoutError ? new Unloadable(undefined, { cause: error }) : error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const session = await this.#session?.catch(() => undefined);
    await session?.[Symbol.asyncDispose]();
  }
}

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Api } from "../../api/api.ts";
import { ApiFailure, ownFailures } from "../../api/failure.ts";
import type { Base } from "../../workspace.ts";
import { valueIn } from "./exact-edit.ts";
import { type Exact, jsonOf, parseExact } from "./exact-json.ts";
import { type Ending, ending, type Verdict, verdict } from "./shapes.ts";

/** Sends arguments with all their digits, and reads the answer with all of its. */
export type AskGate = (body: string, signal: AbortSignal) => Promise<Exact>;

/** An answer may nest deeper than arguments. */
const maxAnswerDepth = 1_000;

export function askGateAt(api: Pick<Api, "open">, path: string): AskGate {
  return async (body, aborted) => {
    const headers = { "content-type": "application/json" };
    const response = await api.open(path, { method: "POST", headers, body, signal: aborted });
    const parsed = parseExact(await response.text(), maxAnswerDepth);
    if (parsed.kind === "value") return parsed.value;
    throw new ApiFailure(ownFailures.unreadable, response.status);
  };
}

/** Reads an answer that is known to be JSON. */
function readAs<Value>(read: (value: unknown, at: string) => Value, answer: Exact): Value {
  try {
    return read(jsonOf(answer), "");
  } catch (cause) {
    throw new ApiFailure(ownFailures.unreadable, 200, { cause });
  }
}

export type DryRun =
  /** There are no arguments to ask about. */
  | { readonly kind: "unfinished" }
  | { readonly kind: "asking"; readonly last: Verdict | undefined }
  | { readonly kind: "known"; readonly verdict: Verdict }
  | { readonly kind: "failed"; readonly failure: ApiFailure };

const pauseMs = 300;

/** Asks what would become of the call, after each pause in typing. */
export class DryRuns {
  readonly #state: Signal<DryRun> = signal<DryRun>({ kind: "unfinished" });
  readonly state: ReadonlySignal<DryRun> = this.#state;
  readonly #ask: AskGate;
  readonly #clock: Pick<Base["clock"], "after">;
  #cancel: () => void = () => undefined;

  constructor(ask: AskGate, clock: Pick<Base["clock"], "after">) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** Takes the arguments as they are now. What was asked about older ones is dropped. */
  readonly follow = (text: string | undefined): void => {
    this.stop();
    if (text === undefined) {
      this.#state.value = { kind: "unfinished" };
      return;
    }
    const before = this.#state.peek();
    const last = before.kind === "known" ? before.verdict : undefined;
    this.#state.value = { kind: "asking", last: before.kind === "asking" ? before.last : last };
    const running = new AbortController();
    const cancelTimer = this.#clock.after(pauseMs, () => void this.#run(text, running.signal));
    this.#cancel = () => {
      cancelTimer();
      running.abort();
    };
  };

  readonly stop = (): void => this.#cancel();

  async #run(text: string, aborted: AbortSignal): Promise<void> {
    const next = await this.#verdictOf(text, aborted);
    if (!aborted.aborted) this.#state.value = next;
  }

  async #verdictOf(text: string, aborted: AbortSignal): Promise<DryRun> {
    try {
      const answer = await this.#ask(`{"arguments":${text},"dry":true}`, aborted);
      return { kind: "known", verdict: readAs(verdict, answer) };
    } catch (error) {
      if (error instanceof ApiFailure) return { kind: "failed", failure: error };
      if (aborted.aborted) return { kind: "unfinished" };
      throw error;
    }
  }
}

export type Running =
  | { readonly kind: "idle" | "running" }
  | { readonly kind: "ended"; readonly ending: Ending; readonly result: Exact | undefined }
  | { readonly kind: "failed"; readonly failure: ApiFailure };

/** Makes one call at a time. */
export class Runs {
  readonly #state: Signal<Running> = signal<Running>({ kind: "idle" });
  readonly state: ReadonlySignal<Running> = this.#state;
  readonly #ask: AskGate;
  #running = new AbortController();

  constructor(ask: AskGate) {
    this.#ask = ask;
  }

  readonly run = async (text: string): Promise<void> => {
    if (this.#state.peek().kind === "running") return;
    this.#running = new AbortController();
    const { signal: aborted } = this.#running;
    this.#state.value = { kind: "running" };
    const next = await this.#endOf(text, aborted);
    if (!aborted.aborted) this.#state.value = next;
  };

  /** The gateway ends the call. What it has done by then is done. */
  readonly stop = (): void => {
    this.#running.abort();
    if (this.#state.peek().kind === "running") this.#state.value = { kind: "idle" };
  };

  async #endOf(text: string, aborted: AbortSignal): Promise<Running> {
    try {
      const answer = await this.#ask(`{"arguments":${text}}`, aborted);
      const result = valueIn(answer, ["result"]);
      return {
        kind: "ended",
        ending: readAs(ending, answer),
        result: result?.kind === "object" ? result : undefined,
      };
    } catch (error) {
      if (error instanceof ApiFailure) return { kind: "failed", failure: error };
      if (aborted.aborted) return { kind: "idle" };
      throw error;
    }
  }
}

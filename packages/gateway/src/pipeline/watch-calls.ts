import { catalog, type ErrorClass } from "@toolcourt/contracts/internal/errors/catalog";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { errorClasses, isJsonObject, own } from "@toolcourt/sdk";
import type { CheckedResult, IncomingCall } from "./call.ts";
import type { Outcome } from "./outcome.ts";

const answered: Ending = { status: "answered" };

const asked: Ending = { status: "asked" };

const bug: Ending = { status: "refused", error: { class: "system", code: "gateway-failed" } };

/** A call as far as it got, and its outcome. */
export interface EndedCall {
  readonly call: IncomingCall;
  readonly outcome: Outcome;
  readonly ending: Ending;
  readonly ms: number;
}

/** Observes calls. It must be fast. If it fails, the call continues unaffected. */
export interface CallWatcher {
  readonly opened?: (call: IncomingCall) => void;
  readonly closed: (ended: EndedCall) => void;
}

/** The outcome of a call, shared by logs, metrics and traces. */
interface Ending {
  readonly status: "answered" | "failed" | "asked" | "refused";
  /** Default: none, if nothing went wrong. */
  readonly error?: {
    readonly class: ErrorClass;
    /**
     * A code of our own table, `tool-failed` for a tool's own error, `gateway-failed` for our bug.
     */
    readonly code: string;
  };
}

/** The watchers of all calls. */
export class CallWatchers {
  readonly #watchers: readonly CallWatcher[];
  readonly #clock: Pick<Clock, "monotonic">;
  #inFlight = 0;

  constructor(watchers: readonly CallWatcher[], clock: Pick<Clock, "monotonic">) {
    this.#watchers = watchers;
    this.#clock = clock;
  }

  /** How many calls have begun and not ended. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Returns when the call began, in monotonic ms. */
  opened(call: IncomingCall): number {
    this.#inFlight += 1;
    for (const watcher of this.#watchers) {
      if (watcher.opened !== undefined) ignoringErrors(watcher.opened, call);
    }
    return this.#clock.monotonic();
  }

  /** Takes the call as far as it got, and the outcome that its caller sees. */
  closed(call: IncomingCall, outcome: Outcome, begunAt: number): void {
    this.#inFlight -= 1;
    this.ended(call, outcome, this.#clock.monotonic() - begunAt);
  }

  /** Takes the end of a call that was not counted as in flight since its caller was answered. */
  ended(call: IncomingCall, outcome: Outcome, ms: number): void {
    if (this.#watchers.length === 0) return;
    const ended = { call, outcome, ending: endingOf(outcome), ms };
    for (const watcher of this.#watchers) ignoringErrors(watcher.closed, ended);
  }
}

function ignoringErrors<Seen>(look: (seen: Seen) => void, seen: Seen): void {
  try {
    look(seen);
  } catch {
    // A value too deep to serialize, for one, is no reason to refuse a call.
  }
}

function endingOf(outcome: Outcome): Ending {
  if (outcome.kind === "asked") return asked;
  if (outcome.kind === "relayed") return outcome.isQuestion ? asked : answered;
  if (outcome.kind === "answered") {
    if (!outcome.output.isError) return answered;
    return { status: "failed", error: { class: classIn(outcome.output), code: "tool-failed" } };
  }
  if (!isRefusal(outcome.error)) return bug;
  const { code } = outcome.error;
  return { status: "refused", error: { class: catalog[code].class, code } };
}

/** Our own tools state the class. All others ran and said no, so it is `business`. */
function classIn({ structuredContent }: CheckedResult): ErrorClass {
  const error = isJsonObject(structuredContent) ? own(structuredContent, "error") : undefined;
  const declared = isJsonObject(error) ? own(error, "class") : undefined;
  return errorClasses.find((each) => each === declared) ?? "business";
}

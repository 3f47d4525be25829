import { hasCode, type Receipt, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { AppendedRow } from "../../stores/audit-store.ts";
import { storeDeadlineMs } from "../../stores/store-error.ts";
import type { AuditLog } from "./audit-log.ts";
import { isLate } from "./audit-unavailable.ts";
import type { AuditedCall, AuditedEnding, Moment, Subject } from "./audited-call.ts";
import { intentOf, outcomeOf } from "./call-entries.ts";
import type { Ticket } from "./group.ts";
import { shownText } from "./shown-text.ts";
import type { Subjects } from "./subjects.ts";

export interface CallTrailDeps extends Pick<Runtime, "clock"> {
  readonly log: Pick<AuditLog, "write">;
  readonly subjects: Pick<Subjects, "of">;
  /** The address of a server, without credentials. Undefined if it is not a server. */
  readonly addressOf?: ((server: string) => string | undefined) | undefined;
  /** Whether callers get the row of the outcome. Default: no. */
  readonly receipts?: boolean | undefined;
}

/**
 * The entries of one call. Its intent is being written once this exists. A failed write refuses the
 * call with `audit-failed`.
 */
export class CallTrail {
  readonly #deps: CallTrailDeps;
  readonly #call: AuditedCall;
  readonly #began: Moment;
  readonly #intent: IntentTicket;
  /** When the tool was about to run, in monotonic ms. Undefined before. */
  #ranAt: number | undefined;

  constructor(deps: CallTrailDeps, call: AuditedCall) {
    this.#deps = deps;
    this.#began = beganAt(call, momentOf(deps.clock));
    if (call.begunAt !== undefined) {
      this.#call = call;
      this.#intent = recorded;
      return;
    }
    const subject = deps.subjects.of(call.principal);
    // A later stage must not change what the intent says.
    this.#call = subject instanceof Promise ? { ...call } : call;
    this.#intent =
      subject instanceof Promise
        ? namedLater(
            subject.then((found) => this.#writeIntent(found)),
            deps.clock,
          )
        : this.#writeIntent(subject);
  }

  /** Await before running a tool: on disk if it changes anything. */
  durable(call: AuditedCall): Promise<void> {
    return call.registered?.contract.effect === "read" ? this.committed() : this.onDisk();
  }

  /** Await before running a read-only tool. */
  async committed(): Promise<void> {
    await this.#opened(this.#intent.committed);
    this.#ranAt = this.#deps.clock.monotonic();
  }

  /** Await before running a tool with effects. */
  async onDisk(): Promise<void> {
    await this.#opened(this.#intent.onDisk());
    this.#ranAt = this.#deps.clock.monotonic();
  }

  /**
   * Await before the answer is sent. Takes the call as far as it got. Returns a receipt if callers
   * get one, and the store has the row.
   */
  async closed(call: AuditedCall, ending: AuditedEnding): Promise<Receipt | undefined> {
    const intent = this.#intent;
    // An unopened call cannot be closed, and must not wait a second time.
    if (intent.state === "refused") await this.#openedOrEnded(call);
    // An outcome before its intent would leave the call open forever.
    if (intent.begun !== undefined) await this.#opened(intent.begun);
    const entry = this.#outcomeOf(call, ending);
    const outcome = this.#deps.log.write(entry);
    // After one timeout, do not wait for the store again. Nothing has run.
    if (isForWantOfRecord(ending)) return undefined;
    // Both may be in one group: a call that ended at once waits once.
    if (intent.state === "waiting") await this.#openedOrEnded(call);
    try {
      await outcome.committed;
    } catch (cause) {
      await this.#closedLate(call, outcome, cause);
    }
    return this.#deps.receipts === true ? receiptOf(await outcome.rowOf(entry)) : undefined;
  }

  #writeIntent(subject: Subject): Ticket {
    return this.#deps.log.write(intentOf(this.#call, { subject, moment: this.#began }));
  }

  #outcomeOf(call: AuditedCall, ending: AuditedEnding): ReturnType<typeof outcomeOf> {
    const { clock, addressOf } = this.#deps;
    const moment = momentOf(clock);
    const ms = moment.monotonic - this.#began.monotonic;
    const address = call.registered && addressOf?.(call.registered.contract.server);
    return outcomeOf(call, ending, { moment, ms, address });
  }

  async #opened(done: Promise<void>): Promise<void> {
    try {
      await done;
    } catch (cause) {
      throw this.#refusal("opened", cause);
    }
  }

  /**
   * Throws if the intent is refused. A place may have it all the same, or get it late. The call is
   * ended there so that it does not look open: it did not run.
   */
  async #openedOrEnded(call: AuditedCall): Promise<void> {
    try {
      await this.#opened(this.#intent.committed);
    } catch (error) {
      this.#intent.endWhereKept(this.#outcomeOf(call, { kind: "refused", error }));
      throw error;
    }
  }

  /** A slow store delays the answer of a call that has run, until the deadline of the call. */
  async #closedLate(call: AuditedCall, outcome: Ticket, cause: unknown): Promise<void> {
    const { clock } = this.#deps;
    const ms = this.#ranAt === undefined ? 0 : this.#ranAt + timeoutMsOf(call) - clock.monotonic();
    try {
      if (!isLate(cause) || ms <= 0) throw cause;
      await withTimeout({ clock, ms }, () => outcome.written());
    } catch (error) {
      throw this.#refusal("closed", error);
    }
  }

  #refusal(moment: "opened" | "closed", cause: unknown): Refusal {
    return new Refusal("audit-failed", { tool: shownText(this.#call.tool), moment }, { cause });
  }
}

function receiptOf(row: AppendedRow | undefined): Receipt | undefined {
  return row && { row: row.sequence, hash: row.hash };
}

/** A call that went on as a task began at another time, perhaps in another process. */
function beganAt({ begunAt }: AuditedCall, now: Moment): Moment {
  return begunAt === undefined
    ? now
    : { at: begunAt, monotonic: now.monotonic - Math.max(0, now.at - begunAt) };
}

/** Starts the entries of a call. Its intent is being written when this returns. */
export type OpenTrail = (call: AuditedCall) => CallTrail;

export function createOpenTrail(deps: CallTrailDeps): OpenTrail {
  return (call) => new CallTrail(deps, call);
}

/** `begun` is set if the entry has to wait for the subject's pseudonym. */
type IntentTicket = Omit<Ticket, "written" | "rowOf"> & { readonly begun?: Promise<void> };

/** The intent of a call that went on as a task. Its process committed it. */
const recorded: IntentTicket = {
  state: "committed",
  committed: Promise.resolve(),
  onDisk: () => Promise.resolve(),
  endWhereKept: () => undefined,
};

/** Name and entry share one deadline: the store is awaited once. */
function namedLater(ticket: Promise<Ticket>, clock: Runtime["clock"]): IntentTicket {
  const begun = ticket.then(() => undefined);
  begun.catch(() => undefined);
  const inTime = (kept: (ticket: Ticket) => Promise<void>): Promise<void> =>
    withTimeout({ clock, ms: storeDeadlineMs }, async () => kept(await ticket));
  const committed = inTime((found) => found.committed);
  const intent: { -readonly [Key in keyof IntentTicket]: IntentTicket[Key] } = {
    state: "waiting",
    begun,
    committed,
    onDisk: () => inTime((found) => found.onDisk()),
    endWhereKept: (end) =>
      void ticket.then(
        (found) => found.endWhereKept(end),
        () => undefined,
      ),
  };
  committed.then(
    () => (intent.state = "committed"),
    () => (intent.state = "refused"),
  );
  return intent;
}

function timeoutMsOf({ registered, grant }: AuditedCall): number {
  const { timeoutMs } = registered?.settings ?? { timeoutMs: 0 };
  return Math.min(timeoutMs, grant?.caps?.timeoutMs?.max ?? timeoutMs);
}

/** Returns whether the call was refused because its intent could not be recorded. */
function isForWantOfRecord(ending: AuditedEnding): boolean {
  return ending.kind === "refused" && hasCode(ending.error, "audit-failed");
}

export function momentOf(clock: Runtime["clock"]): Moment {
  return { at: clock.now(), monotonic: clock.monotonic() };
}

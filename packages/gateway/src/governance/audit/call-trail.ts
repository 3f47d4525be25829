import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { AuditEntry } from "../../stores/audit-store.ts";
import { storeDeadlineMs } from "../../stores/store-error.ts";
import type { AuditLog } from "./audit-log.ts";
import type { AuditedCall, AuditedEnding, Moment, Subject } from "./audited-call.ts";
import { intentOf, outcomeOf } from "./call-entries.ts";
import type { Ticket } from "./group-commit.ts";
import { shownText } from "./shown-text.ts";
import type { Subjects } from "./subjects.ts";

/** The entries of one call. A failed write refuses the call with `audit-failed`. */
export interface CallTrail {
  /** Await before running a read-only tool. */
  readonly committed: () => Promise<void>;
  /** Await before running a tool with effects. */
  readonly onDisk: () => Promise<void>;
  /** Await before the answer is sent. Takes the call as far as it got. */
  readonly closed: (call: AuditedCall, ending: AuditedEnding) => Promise<void>;
}

export interface CallTrailDeps extends Pick<Runtime, "clock"> {
  readonly log: Pick<AuditLog, "write">;
  readonly subjects: Pick<Subjects, "of">;
  /** The address of a server, without credentials. Undefined if it is not a server. */
  readonly addressOf?: ((server: string) => string | undefined) | undefined;
}

/** Starts the entries of a call. Its intent is being written when this returns. */
export type OpenTrail = (call: AuditedCall) => CallTrail;

export function createOpenTrail(deps: CallTrailDeps): OpenTrail {
  const { log, clock, subjects, addressOf } = deps;
  const outcomeSince = (began: Moment, call: AuditedCall, ending: AuditedEnding): AuditEntry => {
    const moment = momentOf(clock);
    const ms = moment.monotonic - began.monotonic;
    const address = call.registered && addressOf?.(call.registered.contract.server);
    return outcomeOf(call, ending, { moment, ms, address });
  };
  return function openTrail(call) {
    const moment = momentOf(clock);
    const write = (subject: Subject): Ticket => log.write(intentOf(call, { subject, moment }));
    const intent = ticketFor(subjects.of(call.principal), write, clock);
    let state: "waiting" | "committed" | "lost" = "waiting";
    intent.committed.then(
      () => (state = "committed"),
      () => (state = "lost"),
    );
    const opened = (done: Promise<void>): Promise<void> => orRefused(done, call, "opened");
    return {
      committed: () => opened(intent.committed),
      onDisk: () => opened(intent.onDisk()),
      closed: async (now, ending) => {
        // An unopened call cannot be closed, and must not wait a second time.
        if (state === "lost") {
          await opened(intent.committed).catch((error: unknown) => {
            // It did not run. If one of two places has its intent, end it there so that it does not
            // look open.
            intent.endWhereKept?.(outcomeSince(moment, now, { kind: "refused", error }));
            throw error;
          });
        }
        // An outcome before its intent would leave the call open forever.
        if (intent.written !== undefined) await opened(intent.written);
        const outcome = log.write(outcomeSince(moment, now, ending));
        // After one timeout, do not wait for the store again. Nothing has run.
        if (isForWantOfRecord(ending)) return;
        // Both may be in one group: a call that ended at once waits once.
        if (state === "waiting") await opened(intent.committed);
        await orRefused(outcome.committed, call, "closed");
      },
    };
  };
}

/** `written` is set if the entry has to wait for the subject's pseudonym. */
type IntentTicket = Ticket & { readonly written?: Promise<void> };

function ticketFor(
  subject: Subject | Promise<Subject>,
  write: (subject: Subject) => Ticket,
  clock: Runtime["clock"],
): IntentTicket {
  if (!(subject instanceof Promise)) return write(subject);
  const ticket = subject.then(write);
  const written = ticket.then(() => undefined);
  written.catch(() => undefined);
  // Name and entry share one deadline: the store is awaited once.
  const inTime = (kept: (ticket: Ticket) => Promise<void>): Promise<void> =>
    withTimeout({ clock, ms: storeDeadlineMs }, async () => kept(await ticket));
  return {
    written,
    committed: inTime(({ committed }) => committed),
    onDisk: () => inTime(({ onDisk }) => onDisk()),
    endWhereKept: (end) =>
      void ticket.then(
        ({ endWhereKept }) => endWhereKept?.(end),
        () => undefined,
      ),
  };
}

/** Returns whether the call was refused because its intent could not be recorded. */
function isForWantOfRecord(ending: AuditedEnding): boolean {
  return ending.kind === "refused" && hasCode(ending.error, "audit-failed");
}

async function orRefused(
  done: Promise<void>,
  { tool }: AuditedCall,
  moment: "opened" | "closed",
): Promise<void> {
  try {
    await done;
  } catch (cause) {
    throw new Refusal("audit-failed", { tool: shownText(tool), moment }, { cause });
  }
}

export function momentOf(clock: Runtime["clock"]): Moment {
  return { at: clock.now(), monotonic: clock.monotonic() };
}

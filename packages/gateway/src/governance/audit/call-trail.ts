import { hasCode, Refusal } from "../../foundation/errors/refusal.ts";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { withTimeout } from "../../foundation/kernel/with-timeout.ts";
import type { AuditEntry } from "../../stores/audit-store.ts";
import { storeDeadlineMs } from "../../stores/store-deadline.ts";
import type { AuditLog, LogTicket } from "./audit-log.ts";
import type { AuditedCall, AuditedEnding, Moment, Subject } from "./audited-call.ts";
import { intentOf, outcomeOf } from "./call-entries.ts";
import type { Ticket } from "./group-commit.ts";
import { shownText } from "./shown-text.ts";
import type { Subjects } from "./subjects.ts";

/** The entries of one call. Whatever cannot be written refuses the call with `record-failed`. */
export interface CallTrail {
  /** For tools that only read: to be awaited before they run. */
  readonly committed: () => Promise<void>;
  /** For tools that change something: to be awaited before they run. */
  readonly onDisk: () => Promise<void>;
  /** To be awaited before the answer leaves. Takes the call as far as it came. */
  readonly closed: (call: AuditedCall, ending: AuditedEnding) => Promise<void>;
}

export interface CallTrailOptions {
  readonly log: Pick<AuditLog, "write">;
  readonly clock: Clock;
  readonly subjects: Pick<Subjects, "of">;
  /** Where a server is, without anything that lets one in. Undefined for what is no server. */
  readonly addressOf?: (server: string) => string | undefined;
}

/** Begins the entries of a call: its intent is on its way when this returns. */
export type OpenTrail = (call: AuditedCall) => CallTrail;

export function createOpenTrail(options: CallTrailOptions): OpenTrail {
  const { log, clock, subjects, addressOf } = options;
  const outcomeSince = (began: Moment, call: AuditedCall, ending: AuditedEnding): AuditEntry => {
    const moment = momentOf(clock);
    const ms = moment.monotonic - began.monotonic;
    const address = call.registered && addressOf?.(call.registered.contract.server);
    return outcomeOf(call, ending, { moment, ms, ...(address === undefined ? {} : { address }) });
  };
  return (call) => {
    const moment = momentOf(clock);
    const write = (subject: Subject): LogTicket => log.write(intentOf(call, { subject, moment }));
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
        // What could not be opened cannot be closed, and nobody should wait for that a second time.
        if (state === "lost") {
          await opened(intent.committed).catch((error: unknown) => {
            // It did not run: where one of two places has its beginning, nobody need look into it.
            intent.endWhereKept?.(outcomeSince(moment, now, { kind: "refused", error }));
            throw error;
          });
        }
        // An end that stood before its beginning would leave the call open for ever.
        if (intent.written !== undefined) await opened(intent.written);
        const outcome = log.write(outcomeSince(moment, now, ending));
        // Whoever has waited for the store in vain does not wait for it a second time. Nothing has run.
        if (isForWantOfRecord(ending)) return;
        // The two may be in one group: a call that ended at once waits once.
        if (state === "waiting") await opened(intent.committed);
        await orRefused(outcome.committed, call, "closed");
      },
    };
  };
}

/** `written` is there where the entry has to wait for the name of its subject. */
type IntentTicket = LogTicket & { readonly written?: Promise<void> };

function ticketFor(
  subject: Subject | Promise<Subject>,
  write: (subject: Subject) => LogTicket,
  clock: Clock,
): IntentTicket {
  if (!(subject instanceof Promise)) return write(subject);
  const ticket = subject.then(write);
  const written = ticket.then(() => undefined);
  written.catch(() => undefined);
  // The name and the entry have one time together: the store is waited for once.
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

/** Whether a call was refused because the store did not take what has to be written before it runs. */
function isForWantOfRecord(ending: AuditedEnding): boolean {
  return ending.kind === "refused" && hasCode(ending.error, "record-failed");
}

async function orRefused(
  done: Promise<void>,
  { tool }: AuditedCall,
  moment: "opened" | "closed",
): Promise<void> {
  try {
    await done;
  } catch (cause) {
    throw new Refusal("record-failed", { tool: shownText(tool), moment }, { cause });
  }
}

export function momentOf(clock: Clock): Moment {
  return { at: clock.now(), monotonic: clock.monotonic() };
}

import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import type { AuditLog } from "./audit-log.ts";
import type { Moment } from "./audited-call.ts";
import { noteOf } from "./call-entries.ts";
import { momentOf } from "./call-trail.ts";
import type { NoteKind } from "./note-kinds.ts";

/** The content of a note, or a function that finds it. */
export type About = JsonObject | (() => JsonObject | Promise<JsonObject>);

/** Writes all audit entries that are not about calls. */
export interface Notes {
  /** Never waits and never throws. The note is written in order, as soon as possible. */
  readonly write: (kind: NoteKind, about: About) => void;
}

export interface NotesDeps extends Pick<Runtime, "clock"> {
  readonly log: Pick<AuditLog, "note">;
}

interface Waiting {
  readonly kind: NoteKind;
  readonly moment: Moment;
  readonly about: About;
}

/** Small enough not to delay calls, which share the same log. */
const maxGroup = 100;
export const maxWaiting = 10_000;
const retryMs = 1_000;

/** Drops notes. For a gateway without a log. */
export const noNotes: Notes = { write: () => undefined };

/**
 * Keeps notes until the log has them. Nothing waits for a note, so a failed write is retried. A
 * note whose store answered too late can appear twice, with the same times. The number of notes
 * lost to the limit is itself a note.
 */
export function openNotes({ log, clock }: NotesDeps): Notes & AsyncDisposable {
  const closing = new AbortController();
  let waiting: Waiting[] = [];
  let lost = 0;
  let isPumping = false;
  let pumped = Promise.resolve();

  const add = (kind: NoteKind, about: About): void => {
    waiting.push({ kind, about, moment: momentOf(clock) });
  };
  const pump = async (): Promise<void> => {
    isPumping = true;
    for (let isStuck = false; waiting.length > 0 && !(isStuck && closing.signal.aborted); ) {
      if (isStuck) await clock.sleep(retryMs, closing.signal).catch(() => undefined);
      const group = waiting.slice(0, maxGroup);
      const unwritten = await stillUnwritten(group, log);
      waiting = [...unwritten, ...waiting.slice(group.length)];
      isStuck = unwritten.length > 0;
      if (isStuck || lost === 0) continue;
      add("notes.lost", { notes: lost });
      lost = 0;
    }
    isPumping = false;
  };

  return {
    write: (kind, about) => {
      if (waiting.length >= maxWaiting) lost += 1;
      else add(kind, about);
      if (!isPumping) pumped = pump();
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await pumped;
    },
  };
}

async function stillUnwritten(
  group: readonly Waiting[],
  log: NotesDeps["log"],
): Promise<readonly Waiting[]> {
  const writing = group.map(async ({ about, ...note }) => {
    const known = typeof about === "function" ? await about() : about;
    await log.note(noteOf({ ...note, about: known }));
  });
  const ended = await Promise.allSettled(writing);
  return group.filter((_, index) => ended[index]?.status === "rejected");
}

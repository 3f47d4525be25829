import type { EventName, Level } from "../events.ts";
import type { LogEntry, LogWriter } from "../logger.ts";
import { samplesOf } from "./declared.ts";
import type { Family } from "./metrics.ts";

const parts = [
  "audit-store",
  "audit-copy",
  "audit-signature",
  "limits",
  "policy",
  "keys",
  "traces",
] as const;
type Part = (typeof parts)[number];

/** An event's meaning for the state of a part. */
interface Turn {
  readonly part: Part;
  readonly isTrouble: boolean;
}

const turns: Readonly<Partial<Record<EventName, Turn>>> = {
  "audit.unsigned": { part: "audit-signature", isTrouble: true },
  "audit.signed": { part: "audit-signature", isTrouble: false },
  "limits.local-only": { part: "limits", isTrouble: true },
  "limits.shared": { part: "limits", isTrouble: false },
  "policy.unusable": { part: "policy", isTrouble: true },
  "policy.loaded": { part: "policy", isTrouble: false },
  "keys.unusable": { part: "keys", isTrouble: true },
  "keys.loaded": { part: "keys", isTrouble: false },
  "traces.export-failed": { part: "traces", isTrouble: true },
  "traces.export-recovered": { part: "traces", isTrouble: false },
};

/** Counts log events, and derives from them which parts are in trouble. */
export class EventMetrics {
  readonly #counts = new Map<EventName, Map<Level, number>>();
  readonly #troubled = new Set<Part>();

  /** Wraps a log writer and counts its events. */
  around(write: LogWriter): LogWriter {
    return (entry) => {
      write(entry);
      const { event, fields } = entry;
      // Calls are counted at their end, with more detail.
      if (event.startsWith("call.")) return;
      this.#count(entry);
      const turn = turns[event] ?? turnOfAudit(event, fields);
      if (turn?.isTrouble === true) this.#troubled.add(turn.part);
      else if (turn !== undefined) this.#troubled.delete(turn.part);
    };
  }

  families(): readonly Family[] {
    return [
      samplesOf(
        "toolcourt_degraded",
        parts.map((part) => ({ labels: { part }, value: this.#troubled.has(part) ? 1 : 0 })),
      ),
      samplesOf(
        "toolcourt_events_total",
        [...this.#counts].flatMap(([event, byLevel]) =>
          [...byLevel].map(([level, value]) => ({ labels: { event, level }, value })),
        ),
      ),
    ];
  }

  #count({ event, level }: LogEntry): void {
    const byLevel = this.#counts.get(event) ?? new Map<Level, number>();
    this.#counts.set(event, byLevel.set(level, (byLevel.get(level) ?? 0) + 1));
  }
}

function turnOfAudit(event: EventName, fields: object): Turn | undefined {
  if (event !== "audit.failed" && event !== "audit.recovered") return undefined;
  const isCopy = "place" in fields && fields.place === "second";
  return { part: isCopy ? "audit-copy" : "audit-store", isTrouble: event === "audit.failed" };
}

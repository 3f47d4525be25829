import { type EventName, events } from "../events.ts";
import type { LogWriter } from "../logger.ts";
import type { Family } from "./metrics.ts";

/** Counts log events, and derives from them which parts are in trouble. */
export interface EventMetrics {
  /** Wraps a log writer and counts its events. */
  readonly around: (write: LogWriter) => LogWriter;
  readonly families: () => readonly Family[];
}

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

export function createEventMetrics(): EventMetrics {
  const counts = new Map<EventName, number>();
  const troubled = new Set<Part>();
  const turn = ({ part, isTrouble }: Turn): void => {
    if (isTrouble) troubled.add(part);
    else troubled.delete(part);
  };

  return {
    around: (write) => (entry) => {
      write(entry);
      const { event, fields } = entry;
      // Calls are counted at their end, with more detail.
      if (event.startsWith("call.")) return;
      counts.set(event, (counts.get(event) ?? 0) + 1);
      const known = turns[event] ?? turnOfAudit(event, fields);
      if (known !== undefined) turn(known);
    },
    families: () => [
      {
        kind: "gauge",
        name: "toolcourt_degraded",
        help: "1 while a part of the gateway cannot do its work as configured",
        samples: parts.map((part) => ({ labels: { part }, value: troubled.has(part) ? 1 : 0 })),
      },
      {
        kind: "counter",
        name: "toolcourt_events_total",
        help: "Lines of the log besides those about calls, by event and level",
        samples: [...counts].map(([event, value]) => ({
          labels: { event, level: events[event].level },
          value,
        })),
      },
    ],
  };
}

function turnOfAudit(event: EventName, fields: object): Turn | undefined {
  if (event !== "audit.failed" && event !== "audit.recovered") return undefined;
  const isCopy = "place" in fields && fields.place === "second";
  return { part: isCopy ? "audit-copy" : "audit-store", isTrouble: event === "audit.failed" };
}

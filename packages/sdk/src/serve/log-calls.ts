import type { CallClosed } from "../tool/events.ts";
import type { Surroundings } from "../tool/surroundings.ts";

/** The form of the line that every call leaves. */
export type CallLines = "json" | "text" | "off";

export interface LogCallsDeps {
  readonly form: CallLines;
  readonly write: (line: string) => void;
  readonly now: () => number;
}

/** Adds a line for the end of every call: ids, outcome and duration, and no values. */
export function logCalls(
  observe: Surroundings["observe"],
  { form, write, now }: LogCallsDeps,
): Surroundings["observe"] {
  if (form === "off") return observe;
  return (event) => {
    if (event.kind === "call.closed") write(form === "json" ? jsonOf(event, now()) : textOf(event));
    return observe(event);
  };
}

function jsonOf({ kind, ...facts }: CallClosed, now: number): string {
  const time = new Date(now).toISOString();
  return JSON.stringify({ time, level: "info", event: kind, ...facts });
}

/** Leaves out what the caller says about itself, so that it cannot forge a line. */
function textOf({ tool, outcome, code, ms, traceId, correlationId }: CallClosed): string {
  const ended = code === undefined ? outcome : `${outcome} (${code})`;
  const ids = `trace ${traceId ?? "unknown"}, correlation ${correlationId ?? "unknown"}`;
  return `INFO: ${tool} ${ended} in ${Math.round(ms)} ms (${ids})`;
}

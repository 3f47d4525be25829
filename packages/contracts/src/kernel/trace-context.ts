/** A position in a trace, by W3C Trace Context. Built only from validated values. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

export interface SpanPlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the sender records the trace. */
  readonly isSampled: boolean;
}

// A later version contains at least this, and may add fields after another dash.
const form =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Reads the trace context of a request. Invalid values are ignored. Baggage is never passed on. */
export function readTraceContext(
  traceparent: unknown,
  tracestate?: unknown,
): TraceContext | undefined {
  if (typeof traceparent !== "string" || traceparent.length > maxParentLength) return undefined;
  const place = placeIn(traceparent);
  if (place === undefined) return undefined;
  return { traceparent: parentOf(place), ...stateIn(tracestate) };
}

const maxParentLength = 256;

/** Returns the `traceparent` to send: version 00, without unknown fields. */
export function parentOf({ traceId, spanId, isSampled }: SpanPlace): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

export function placeIn(traceparent: string): SpanPlace | undefined {
  const [, version, traceId, spanId, flags = "", more] = form.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  if (version === "00" && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const member =
  /^(?:[a-z][\w\-*/]{0,255}|[a-z\d][\w\-*/]{0,240}@[a-z][\w\-*/]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;
const maxMembers = 32;
const maxStateLength = 512;

/** Returns vendor state, passed on whole or not at all. */
function stateIn(tracestate: unknown): Pick<TraceContext, "tracestate"> {
  if (typeof tracestate !== "string" || tracestate.length > maxStateLength) return {};
  const members = tracestate.split(",").map((each) => each.trim());
  const keys = new Set(members.map((each) => each.split("=", 1)[0]));
  const isValid =
    members.length <= maxMembers &&
    keys.size === members.length &&
    members.every((each) => member.test(each) && !/^[^=]*[A-Z]/.test(each));
  return isValid ? { tracestate: members.join(",") } : {};
}

/** Returns the same context, marked as not sampled. */
export function unsampled(context: TraceContext): TraceContext {
  return { ...context, traceparent: `${context.traceparent.slice(0, -2)}00` };
}

/** Returns the trace id as a UUID, as in logs and tools. */
export function traceIdOf({ traceparent }: TraceContext): string {
  const id = traceparent.slice(3, 35);
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((end, index) => id.slice(cuts[index], end))
    .join("-");
}

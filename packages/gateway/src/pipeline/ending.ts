import type { ResolvedCall } from "./call.ts";
import type { Answered, Outcome, Redactions, Refused, Relayed } from "./outcome.ts";

/** How a tool call ended. */
export type Ended = Exclude<Outcome, Relayed>;

/** The outcome of a task comes later, and so does its entry in the record. */
export function isOpenTask(outcome: Ended): boolean {
  return outcome.kind === "asked" && outcome.isTask === true;
}

interface Given extends Pick<Answered, "output" | "fromCache"> {
  readonly redacted?: Redactions | undefined;
}

export function answeredBy(
  { registered: { contract } }: ResolvedCall,
  { output, fromCache, redacted }: Given,
): Answered {
  const answered = { kind: "answered", output, fromCache, contract: contract.digest } as const;
  const untyped = contract.output === undefined;
  if (redacted === undefined && !untyped) return answered;
  return { ...answered, ...(redacted && { redacted }), ...(untyped && { untyped }) };
}

export function refused(error: unknown): Refused {
  return { kind: "refused", error };
}

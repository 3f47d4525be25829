import { Refusal } from "../../foundation/errors/refusal.ts";
import type { ResolvedCall } from "../call.ts";
import type { Left, Queries } from "../limits/queries.ts";
import type { Stages } from "../pipeline.ts";

/**
 * Lets a query have one call, where the caller says which query a call serves. A tool that asks for
 * something first has not answered yet: the call that brings the answers is the same call, once for
 * every time the tool asks. A call that waits for a yes may be made again, for it has not run. A query
 * that nobody has heard of may come with answers, because a gateway may have passed on the question
 * that this one cannot ask.
 */
export function createStep(queries: Queries): Stages["step"] {
  const leave = (call: ResolvedCall, left: Left): void | Promise<void> => {
    const key = keyOf(call);
    return key === undefined ? undefined : queries.leave(key, call, left);
  };
  return {
    taken: (call) => {
      const key = keyOf(call);
      if (key === undefined) return undefined;
      const taken = queries.take(key, call);
      return taken instanceof Promise
        ? taken.then((later) => orRefuse(call, later))
        : orRefuse(call, taken);
    },
    asked: (call) => leave(call, "asked"),
    waits: (call) => leave(call, "waits"),
  };
}

function orRefuse({ registered }: ResolvedCall, isTaken: boolean): void {
  if (!isTaken) throw new Refusal("step-limit", { tool: registered.publicName });
}

// With the principal and its tenant, for nobody may use up the call of somebody else's query.
function keyOf({ queryId, principal }: ResolvedCall): string | undefined {
  return queryId === undefined
    ? undefined
    : JSON.stringify([principal.tenant ?? null, principal.id, queryId]);
}

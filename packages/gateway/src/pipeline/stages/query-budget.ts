import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { PermittedCall } from "../call.ts";
import type { Left, Queries } from "../limits/queries.ts";
import type { Stages } from "../pipeline.ts";

/**
 * Allows a query one call, if the caller names the query. A tool that asks for input has not
 * answered: the call with the answers counts as the same call, once per question. A call that waits
 * for approval may be repeated, because it has not run. An unknown query may come with answers,
 * because another gateway may have relayed the question.
 */
export function createQueryBudget(queries: Queries): Stages["queryBudget"] {
  const leave = (call: PermittedCall, left: Left): void | Promise<void> => {
    const key = keyOf(call);
    return key === undefined ? undefined : queries.leave(key, call, left);
  };
  return {
    taken: (call) => {
      const key = keyOf(call);
      if (key === undefined) return undefined;
      const taken = queries.take(key, call);
      return taken instanceof Promise
        ? taken.then((later) => assertTaken(call, later))
        : assertTaken(call, taken);
    },
    asked: (call) => leave(call, "asked"),
    waits: (call) => leave(call, "waits"),
  };
}

function assertTaken({ registered }: PermittedCall, isTaken: boolean): void {
  if (!isTaken) throw new Refusal("query-limit", { tool: registered.publicName });
}

// Includes principal and tenant: a caller must not use up another's query.
function keyOf({ queryId, principal }: PermittedCall): string | undefined {
  return queryId === undefined
    ? undefined
    : JSON.stringify([principal.tenant ?? null, principal.id, queryId]);
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Verdict } from "@toolcourt/contracts/internal/schemas/checker";
import type { Issue } from "@toolcourt/contracts/internal/schemas/issues";
import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { type PermittedCall, setInput, type ValidatedCall } from "../call.ts";

const maxIssues = 5;

/** Validates the arguments against the contract and fills in its defaults. The first gate. */
export function validateInput(call: PermittedCall): ValidatedCall | Promise<ValidatedCall> {
  const { registered, plan, arguments: sent = {} } = call;
  const given = call.prepared ?? sent;
  const { annotationsAgree: agree, clauses, counters } = plan;
  if (agree !== undefined) counters.count("annotations", !agree);
  // Regardless of the clause, a tool is called with an object: the protocol allows nothing else.
  if (!isJsonObject(given)) throw invalid(call, ["expected an object"]);
  if (clauses.input === "off" || registered.validateInput === undefined) {
    return passed(call, given);
  }
  const verdict = registered.validateInput(given);
  return verdict instanceof Promise
    ? verdict.then((later) => judged(call, given, later))
    : judged(call, given, verdict);
}

function judged(call: PermittedCall, given: JsonObject, verdict: Verdict): ValidatedCall {
  const { clauses, counters } = call.plan;
  counters.count("input", verdict.kind === "invalid");
  if (verdict.kind === "valid") return passed(call, objectOr(verdict.value, given));
  if (clauses.input === "observe") return passed(call, given);
  throw invalid(call, verdict.issues.slice(0, maxIssues).map(line), verdict.issues);
}

function passed(call: PermittedCall, input: JsonObject): ValidatedCall {
  setInput(call, input);
  return call;
}

/** Defaults never turn an object into something else. */
function objectOr(value: JsonValue, given: JsonObject): JsonObject {
  return isJsonObject(value) ? value : given;
}

function line({
  pointer,
  message,
}: {
  readonly pointer: string;
  readonly message: string;
}): string {
  return pointer === "" ? message : `${pointer}: ${message}`;
}

function invalid(
  { registered }: PermittedCall,
  issues: readonly string[],
  places: readonly Issue[] = [],
): Refusal {
  return new Refusal("input-invalid", { tool: registered.publicName, issues, places });
}

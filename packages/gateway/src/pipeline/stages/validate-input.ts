import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { annotationsAgree } from "@toolcourt/contracts/internal/judge/annotations-agree";
import type { Verdict } from "@toolcourt/contracts/internal/schemas/checker";
import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { type PermittedCall, setInput, type ValidatedCall } from "../call.ts";
import type { ClauseCounters, ClauseMode, Clauses } from "../clause-counters.ts";
import type { Stages } from "../pipeline.ts";

export interface ValidateInputDeps {
  readonly clausesOf: (tool: RegisteredTool) => Clauses;
  readonly counters: ClauseCounters;
}

const maxIssues = 5;

/** Validates the arguments against the contract and fills in its defaults. The first gate. */
export function createValidateInput({
  clausesOf,
  counters,
}: ValidateInputDeps): Stages["validateInput"] {
  // In enforce mode the registry holds the tool, so it is not even listed.
  const observeAnnotations = (tool: RegisteredTool, mode: ClauseMode): void => {
    const agree = mode === "observe" ? annotationsAgree(tool.contract) : undefined;
    if (agree !== undefined) counters.count(tool.publicName, "annotations", !agree);
  };

  return (call) => {
    const { registered, arguments: given = {} } = call;
    const { input: mode, annotations } = clausesOf(registered);
    observeAnnotations(registered, annotations);
    // Regardless of the clause, a tool is called with an object: the protocol allows nothing else.
    if (!isJsonObject(given)) throw invalid(call, ["expected an object"]);
    if (mode === "off" || registered.validateInput === undefined) return passed(call, given);

    const judged = (verdict: Verdict): ValidatedCall => {
      counters.count(registered.publicName, "input", verdict.kind === "invalid");
      if (verdict.kind === "valid") return passed(call, objectOr(verdict.value, given));
      if (mode === "observe") return passed(call, given);
      throw invalid(call, verdict.issues.slice(0, maxIssues).map(line));
    };
    const verdict = registered.validateInput(given);
    return verdict instanceof Promise ? verdict.then(judged) : judged(verdict);
  };
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

function invalid({ registered }: PermittedCall, issues: readonly string[]): Refusal {
  return new Refusal("input-invalid", { tool: registered.publicName, issues });
}

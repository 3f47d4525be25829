import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Verdict } from "@toolcourt/contracts/internal/schemas/checker";
import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import type { ClauseCounters, ClauseName, Clauses } from "../clause-counters.ts";
import { promote } from "../derive-structured-content.ts";
import type { Stages } from "../pipeline.ts";
import type { Quarantine } from "../quarantine.ts";
import { outputClauses } from "./output-clauses.ts";
import { outputIssues } from "./output-issues.ts";
import { type ReceivedResult, readResult } from "./received-result.ts";

export interface ValidateOutputDeps {
  readonly clausesOf: (tool: RegisteredTool) => Clauses;
  readonly counters: ClauseCounters;
  readonly quarantine: Quarantine;
  readonly maxBytes?: number | undefined;
}

interface Breach {
  readonly clause: ClauseName;
  readonly issues: readonly string[];
}

/**
 * Validates a tool's result against its contract. The second gate: a violation goes to quarantine,
 * and the caller sees no part of it.
 *
 * A result flagged as an error passes with its text, which is data for the model. It needs no
 * structured content. If it has some, the schema applies: a flag set by the tool must not open the
 * gate. A value without the shape of a result is refused in every clause mode.
 */
export function createValidateOutput(dependencies: ValidateOutputDeps): Stages["validateOutput"] {
  const { clausesOf, counters, quarantine, maxBytes = 1_048_576 } = dependencies;

  const refuse = (call: ApprovedCall, raw: unknown, { clause, issues }: Breach): never => {
    const { publicName: tool } = call.registered;
    const quarantineId = quarantine.keep(raw, { tool, callId: call.callId, clause });
    throw new Refusal("output-invalid", { tool, clause, issues, quarantineId });
  };

  return (call, raw) => {
    const { registered: tool } = call;
    const reading = readResult(raw);
    if (reading.kind === "shapeless") {
      return refuse(call, raw, { clause: "output", issues: [reading.issue] });
    }
    const result = promoted(reading.result, tool, maxBytes);
    const clauses = clausesOf(tool);
    const judge = (clause: ClauseName, issues: readonly string[]): void => {
      counters.count(tool.publicName, clause, issues.length > 0);
      if (issues.length > 0 && clauses[clause] === "enforce") refuse(call, raw, { clause, issues });
    };
    for (const [clause, check] of outputClauses) {
      const mode = clauses[clause];
      const issues = mode === "off" ? undefined : check({ result, tool, mode, maxBytes });
      if (issues !== undefined) judge(clause, issues);
    }
    const judged = (verdict: Verdict | undefined): CheckedResult => {
      if (verdict !== undefined) judge("output", issuesIn(verdict, tool));
      return checkedResult(result, tool);
    };
    const verdict = clauses.output === "off" ? undefined : verdictOn(result, tool);
    return verdict instanceof Promise ? verdict.then(judged) : judged(verdict);
  };
}

/**
 * Returns the result with structured content built from its blocks, if the operator configured
 * that. It replaces the server's own, which no contract covers. Errors stay unchanged.
 */
function promoted(
  result: ReceivedResult,
  { contract }: RegisteredTool,
  maxBytes: number,
): ReceivedResult {
  if (contract.result === undefined || result.isError === true) return result;
  const { structured: _theirs, ...rest } = result;
  const structured = promote(result.content, contract.result, maxBytes);
  return structured === undefined ? rest : { ...rest, structured, isPromoted: true };
}

/** Returns undefined if there is nothing to validate. */
function verdictOn(
  { structured }: ReceivedResult,
  { contract, validateOutput }: RegisteredTool,
): Verdict | Promise<Verdict> | undefined {
  if (structured === undefined || contract.output === undefined) return undefined;
  // A schema that could not be compiled passes nothing.
  return validateOutput?.(structured) ?? { kind: "invalid", issues: [uncheckable] };
}

const uncheckable = { pointer: "", message: "expected a schema that can be checked" };

function issuesIn(verdict: Verdict, { contract }: RegisteredTool): readonly string[] {
  return verdict.kind === "valid" ? [] : outputIssues(verdict.issues, contract.output ?? {});
}

function checkedResult(
  { content, structured, isError = false, meta }: ReceivedResult,
  { home }: RegisteredTool,
): CheckedResult {
  const kept = meta === undefined || home.kind === "local" ? meta : withoutOurKeys(meta);
  return {
    content,
    isError,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(kept === undefined ? {} : { meta: kept }),
  };
}

/** Removes our own keys: readers must be able to trust them as ours. */
function withoutOurKeys(meta: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(meta).filter(([key]) => !key.toLowerCase().startsWith("dev.toolcourt/")),
  );
}

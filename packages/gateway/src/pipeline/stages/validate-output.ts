import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { Verdict } from "../../contracts/schemas/checker.ts";
import { Refusal } from "../../foundation/errors/refusal.ts";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import type { ClauseCounters } from "../clause-counters.ts";
import type { ClauseName, Clauses } from "../clauses.ts";
import type { Stages } from "../pipeline.ts";
import { promote } from "../promote.ts";
import type { Quarantine } from "../quarantine.ts";
import { outputClauses } from "./output-clauses.ts";
import { outputIssues } from "./output-issues.ts";
import { type ReceivedResult, readResult } from "./received-result.ts";

export interface ValidateOutputDependencies {
  readonly clausesOf: (tool: RegisteredTool) => Clauses;
  readonly counters: ClauseCounters;
  readonly quarantine: Quarantine;
  readonly maxBytes?: number;
}

interface Breach {
  readonly clause: ClauseName;
  readonly issues: readonly string[];
}

/**
 * Holds what a tool returned to its contract. The second gate: what breaks it goes to quarantine, and
 * nobody who called sees any of it.
 *
 * A result that says it is an error passes with its text, which is data for the model, and needs no
 * structured content. Where it has some, that is held to the schema like any other: a flag that the
 * tool sets itself must not open the gate. What has not even the shape of a result is refused whatever
 * the clauses say.
 */
export function createValidateOutput(
  dependencies: ValidateOutputDependencies,
): Stages["validateOutput"] {
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
 * The result with structured content made of its blocks, where the operator says so. It takes the place of
 * whatever the server sent there, which nobody promised. An error stays as it is.
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

/** Undefined where there is nothing to judge. */
function verdictOn(
  { structured }: ReceivedResult,
  { contract, validateOutput }: RegisteredTool,
): Verdict | Promise<Verdict> | undefined {
  if (structured === undefined || contract.output === undefined) return undefined;
  // A schema that nobody could compile lets nothing pass.
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

/** Whoever reads one of our keys must be able to believe that it is ours. */
function withoutOurKeys(meta: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(meta).filter(([key]) => !key.toLowerCase().startsWith("dev.toolcourt/")),
  );
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Verdict } from "@toolcourt/contracts/internal/schemas/checker";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { type RegisteredTool, untypedKey } from "../../catalog/snapshot.ts";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import type { ClauseMode, ClauseName, Clauses, ToolCounters } from "../clause-counters.ts";
import { promote } from "../derive-structured-content.ts";
import type { Stages } from "../pipeline.ts";
import { breachOf, type Quarantine } from "../quarantine.ts";
import { WrittenResult, WrittenValue } from "../written-result.ts";
import {
  type DescribedError,
  describedError,
  reducedError,
  replacedError,
} from "./described-error.ts";
import { nameViews } from "./name-views.ts";
import { otherTexts, repeating, withoutOtherTexts } from "./other-text.ts";
import { outputClauses } from "./output-clauses.ts";
import { outputIssues } from "./output-issues.ts";
import {
  isLargerResult,
  type ReceivedResult,
  readResult,
  writtenParts,
} from "./received-result.ts";
import { withoutUndeclared } from "./undeclared-fields.ts";

export interface ValidateOutputDeps {
  readonly quarantine: Quarantine;
  readonly maxBytes?: number | undefined;
  /** Cleans the text of a failed tool for a quotation. Default: nothing is quoted. */
  readonly quote?: ((tool: RegisteredTool, text: string) => string | undefined) | undefined;
}

interface Breach {
  readonly clause: ClauseName;
  readonly issues: readonly string[];
}

/** A result on its way through the clauses, and what a breach means for it. */
interface Case {
  readonly result: ReceivedResult;
  readonly tool: RegisteredTool;
  readonly clauses: Clauses;
  /** Counts a check. Refuses the result if it broke an enforced clause. */
  readonly judge: (clause: ClauseName, issues: readonly string[]) => void;
}

/**
 * Validates a tool's result against its contract. The second gate: a violation goes to quarantine,
 * and the caller sees no part of it.
 *
 * A flag set by the tool must not open the gate: the schema applies to the structured content of an
 * error too. Where errors have to be described, one without code and message is replaced by our own
 * refusal. A value without the shape of a result is refused in every clause mode.
 */
export function createValidateOutput(dependencies: ValidateOutputDeps): Stages["validateOutput"] {
  const { quarantine, maxBytes = 1_048_576, quote } = dependencies;

  const refuse = (call: ApprovedCall, raw: unknown, { clause, issues }: Breach): never => {
    const { publicName: tool } = call.registered;
    const quarantineId = quarantine.keep(raw, breachOf(call, clause, issues));
    throw new Refusal("output-invalid", { tool, clause, issues, quarantineId });
  };

  return function validateOutput(call, raw) {
    const { registered: tool, plan } = call;
    const { clauses, counters } = plan;
    const reading = readWithinCap(call, raw);
    if (reading.kind === "breach") return refuse(call, raw, reading);
    const result = promoted(named(call, reading.result), tool, maxBytes);
    const judge = (clause: ClauseName, issues: readonly string[]): void => {
      counters.count(clause, issues.length > 0);
      if (issues.length > 0 && clauses[clause] === "enforce") refuse(call, raw, { clause, issues });
    };
    for (const [clause, check] of outputClauses) {
      const issues = clauses[clause] === "off" ? undefined : check({ result, tool, maxBytes });
      if (issues !== undefined) judge(clause, issues);
    }
    const received: Case = { result, tool, clauses, judge };
    const error = errorIn(received, counters);
    if (error === "undescribed") {
      return replacedError(tool.publicName, result.content, (text) => quote?.(tool, text));
    }
    const declared = declaredPart(received);
    const judged = (verdict: Verdict | undefined): CheckedResult => {
      const issues = verdict === undefined ? [] : issuesIn(verdict, tool);
      if (error !== undefined && issues.length > 0) {
        return checkedResult(agreeing(received, reducedError(error)), tool);
      }
      if (verdict !== undefined) judge("output", issues);
      return checkedResult(agreeing(received, declared), tool);
    };
    const verdict = clauses.output === "off" ? undefined : verdictOn(declared, tool);
    return verdict instanceof Promise ? verdict.then(judged) : judged(verdict);
  };
}

/** A proxy that runs the tool has addresses of its own. */
function named(
  { plan, registered, carrier }: ApprovedCall,
  result: ReceivedResult,
): ReceivedResult {
  if (plan.views === undefined || carrier !== undefined) return result;
  return nameViews(result, registered.contract.server, plan.views);
}

/** Returns the error that a tool describes, where it has to. Undefined if there is none. */
function errorIn(
  { result, tool, clauses }: Case,
  counters: ToolCounters,
): DescribedError | "undescribed" | undefined {
  const mode = clauses["error-described"];
  if (result.isError !== true || mode === "off") return undefined;
  const described = describedError(result.structured);
  counters.count("error-described", described === undefined);
  if (mode === "enforce") return described ?? "undescribed";
  // Our own tools describe their errors, and an output schema may not.
  return tool.home.kind === "local" ? described : undefined;
}

/** Returns the structured content without the fields that its schema does not name. */
function declaredPart({ result, tool, clauses, judge }: Case): JsonValue | undefined {
  const { structured } = result;
  const mode = clauses["output-undeclared"];
  const { output } = tool.contract;
  if (structured === undefined || output === undefined || mode === "off") return structured;
  const { value, removed } = withoutUndeclared(structured, output);
  judge("output-undeclared", removed > 0 ? [undeclared] : []);
  return mode === "remove" ? value : structured;
}

const undeclared = "/structuredContent: expected only fields that the output schema names";

/** Returns the result with its declared part, and with texts that agree with it. */
function agreeing(received: Case, declared: JsonValue | undefined): ReceivedResult {
  const { result, clauses } = received;
  const { structured, isPromoted } = result;
  if (structured === undefined || declared === undefined) return result;
  const mode = isPromoted === true ? "off" : clauses["text-agrees"];
  if (mode === "off" && declared === structured) return result;
  const content = agreeingContent(received, { declared, mode });
  if (declared === structured && content === result.content) return result;
  return { ...result, structured: declared, content, written: writtenParts(content, declared) };
}

interface Told {
  readonly declared: JsonValue;
  readonly mode: ClauseMode;
}

function agreeingContent(
  { result: { content, structured, written }, judge }: Case,
  { declared, mode }: Told,
): readonly JsonObject[] {
  const texts = otherTexts(content, written.structured ?? new WrittenValue(declared), mode);
  if (mode !== "off") judge("text-agrees", texts.others.slice(0, 1).map(disagreement));
  const isSame = declared === structured;
  const following = isSame ? content : repeating(content, texts, declared);
  if (mode !== "user" && mode !== "remove") return following;
  const serialized = isSame ? texts.serialized : JSON.stringify(declared);
  return withoutOtherTexts(following, { ...texts, serialized }, mode);
}

function disagreement(index: number): string {
  return `/content/${index}/text: expected the structured content`;
}

/** Reads a result. The policy's limit applies whatever the clauses of the server say. */
function readWithinCap(
  { grant }: ApprovedCall,
  raw: unknown,
):
  | { readonly kind: "result"; readonly result: ReceivedResult }
  | ({ readonly kind: "breach" } & Breach) {
  const reading = readResult(raw);
  if (reading.kind === "shapeless") {
    return { kind: "breach", clause: "output", issues: [reading.issue] };
  }
  const cap = grant.caps?.resultBytes?.max;
  if (cap === undefined || !isLargerResult(reading.result, cap)) return reading;
  const issues = [`expected at most ${cap} bytes, the limit of the policy`];
  return { kind: "breach", clause: "size", issues };
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
  const { content } = result;
  const structured = promote(content, contract.result, maxBytes);
  const made = { ...result, structured, written: writtenParts(content, structured) };
  return structured === undefined ? made : { ...made, isPromoted: true };
}

/** Returns undefined if there is nothing to validate. */
function verdictOn(
  structured: JsonValue | undefined,
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
  { content, structured, isError = false, meta, written }: ReceivedResult,
  { home, contract }: RegisteredTool,
): CheckedResult {
  const theirs = meta === undefined || home.kind === "local" ? meta : withoutOurKeys(meta);
  const kept = contract.output === undefined ? { ...theirs, [untypedKey]: true } : theirs;
  return new WrittenResult(
    { content, isError, structuredContent: structured, meta: kept },
    written,
  );
}

/** Removes our own keys: readers must be able to trust them as ours. */
function withoutOurKeys(meta: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(meta).filter(([key]) => !key.toLowerCase().startsWith("dev.toolcourt/")),
  );
}

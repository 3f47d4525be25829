import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import { shownName } from "@toolcourt/gateway/internal/pipeline/call";
import { hostFieldsOf } from "@toolcourt/gateway/internal/pipeline/host-fields";
import { hostsOf } from "@toolcourt/gateway/internal/pipeline/stages/prepare-arguments";
import { type Ambiguity, parseStrict } from "@toolcourt/gateway/internal/protocol/parse-strict";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import { type CallTool, type NeedsMoreInfo, planGrammar } from "../planner/plan.ts";

/** A plan ready to run: the tool was offered and accepts the arguments. */
export interface PlannedCall {
  readonly type: "call_tool";
  readonly tool: RegisteredTool;
  readonly arguments: JsonObject;
}

export type CheckedPlan = PlannedCall | NeedsMoreInfo;

/**
 * Checks planner output against all requirements of a plan. Throws a `Refusal` with a specific
 * code.
 */
export async function readPlan(
  said: unknown,
  byName: ReadonlyMap<string, RegisteredTool>,
): Promise<CheckedPlan> {
  const object = planObject(said);
  const { success, data: plan } = planGrammar.safeParse(object);
  if (!success) throw new Refusal("plan-malformed", {});
  return plan.type === "call_tool" ? plannedCall(plan, byName) : shortQuestion(plan);
}

async function plannedCall(
  { tool: name, arguments: given }: CallTool,
  byName: ReadonlyMap<string, RegisteredTool>,
): Promise<PlannedCall> {
  const tool = byName.get(name);
  if (tool === undefined) throw new Refusal("plan-tool-unknown", {});
  const filled = hostFieldsOf(tool.contract.input)?.find(given);
  if (filled !== undefined) {
    const field = shownName(filled.slice(1));
    throw new Refusal("plan-fills-host-field", { tool: shownName(name), field });
  }
  // Host-injected arguments are missing here, so only the pipeline can validate such arguments
  // completely.
  if (hostsOf(tool).length === 0) await checkArguments(tool, given);
  return { type: "call_tool", tool, arguments: given };
}

const maxIssues = 5;

async function checkArguments(tool: RegisteredTool, given: JsonObject): Promise<void> {
  const verdict = await tool.validateInput?.(given);
  if (verdict?.kind === "valid") return;
  const issues = (verdict?.issues ?? []).slice(0, maxIssues).map(({ pointer, message }) => {
    return pointer === "" ? message : `${pointer}: ${message}`;
  });
  throw new Refusal("plan-input-invalid", { tool: shownName(tool.publicName), issues });
}

const maxQuestionLength = 1_000;
const maxMissing = 50;

/** Checks that a planner's question is readable for a person. */
function shortQuestion(plan: NeedsMoreInfo): NeedsMoreInfo {
  const texts = [plan.question, ...plan.missing];
  const isReadable = texts.every(
    (text) => text.length <= maxQuestionLength && withoutHiddenCharacters(text).removed === 0,
  );
  if (!isReadable || plan.missing.length > maxMissing) throw new Refusal("plan-malformed", {});
  return plan;
}

/** The limit for the arguments of a call. */
const maxPlanLength = 1_048_576;

/**
 * Reads exactly one JSON object, optionally surrounded by whitespace: no fence, no prose, no second
 * object. A value is read through its JSON text, so it cannot change between reads.
 */
export function planObject(said: unknown): JsonObject {
  const text = typeof said === "string" ? said : textOf(said);
  if (text.length > maxPlanLength) throw new Refusal("plan-too-long", { most: maxPlanLength });
  const reading = parseStrict(text);
  if (reading.kind === "refused") throw refusalOf(reading.because);
  if (!isJsonObject(reading.value)) throw new Refusal("plan-not-one-object", {});
  return reading.value;
}

function refusalOf(because: Ambiguity): Refusal {
  if (because === "syntax") return new Refusal("plan-not-one-object", {});
  if (because === "duplicate-key") return new Refusal("plan-duplicate-key", {});
  return new Refusal("plan-ambiguous", { because });
}

/** Returns the JSON text of a value, or invalid JSON if it has none. */
function textOf(said: unknown): string {
  try {
    const text: unknown = JSON.stringify(said);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}

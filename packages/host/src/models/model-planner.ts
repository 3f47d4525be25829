import type { LanguageModelV4FunctionTool, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { parseStrict } from "@toolcourt/gateway/internal/protocol/parse-strict";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { ModelFailure } from "../model-failure.ts";
import { createPlannerOf } from "../planner/planner.ts";
import type { PlannedTool, PlanQuestion, PlanRequest } from "../ports.ts";
import { ProjectionFault } from "../projection/codec.ts";
import { type ProjectedTool, projectTools } from "../projection/project-tool.ts";
import { askWhole, endedWell, type ModelOptions } from "./ask-model.ts";
import { askingBack, planning, promptOf } from "./prompts.ts";

export interface ModelPlannerOptions extends ModelOptions {
  /** Maximum number of tools offered: the most likely by the built-in planner. Default: 12. */
  readonly most?: number;
  /** Returns the most likely tools for a question. Default: the built-in planner's ranking. */
  readonly narrow?: (request: PlanRequest, most: number) => readonly PlannedTool[];
  /** Whether providers must enforce the schemas on the model. Default: on. */
  readonly strict?: boolean;
}

const defaultMaxTools = 12;

/**
 * Plans with a model: it gets the question and the most likely tools, and picks one with arguments.
 * Its answer is a plan like any other, strictly parsed and checked by the caller.
 *
 * @example
 * ```ts
 * declare const model: ModelOptions["model"];
 * const plan = createModelPlanner({ model });
 * await using host = await openHost({ folder: "." }, { plan });
 * ```
 */
export function createModelPlanner(options: ModelPlannerOptions): PlanQuestion {
  const { most = defaultMaxTools, narrow = createNarrow(), strict = true } = options;

  return async (request) => {
    const { question, tools, signal, refused } = request;
    const likeliest = tools.length <= most ? tools : narrow(request, most);
    const offered = projectTools(likeliest, [askingBack]);
    const prompt = {
      prompt: promptOf(planning, { question, ...(refused && { refused: refused.message }) }),
      tools: [...offered.map((tool) => functionOf(tool, strict)), { ...asking, strict }],
      toolChoice: { type: "required" as const },
    };
    return planIn(await askWhole(options, prompt, signal), offered);
  };
}

function createNarrow(): NonNullable<ModelPlannerOptions["narrow"]> {
  const plannerOf = createPlannerOf<PlannedTool>();
  return ({ question, tools }, most) => plannerOf(tools).narrow(question, most);
}

function functionOf(
  { name, description, schema }: ProjectedTool,
  strict: boolean,
): LanguageModelV4FunctionTool {
  return { type: "function", name, description, inputSchema: schema, strict };
}

const asking: LanguageModelV4FunctionTool = {
  type: "function",
  name: askingBack,
  description: "Asks the person back, when no function fits or something is missing.",
  inputSchema: {
    type: "object",
    properties: {
      missing: {
        type: "array",
        items: { type: "string" },
        description: 'Names of what is missing; "tool" when no function fits.',
      },
      question: { type: "string", description: "One short question to the person." },
    },
    required: ["missing", "question"],
    additionalProperties: false,
  },
};

function planIn(
  { content, finishReason }: LanguageModelV4GenerateResult,
  offered: readonly ProjectedTool[],
): unknown {
  endedWell(finishReason);
  const calls = content.filter((part) => part.type === "tool-call");
  const [call, ...more] = calls;
  // Of several calls, none can be assumed to be the intended one.
  if (more.length > 0) throw new ModelFailure("several-calls");
  if (call !== undefined) return planOf(call, offered);
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  if (text.trim() === "") throw new ModelFailure("empty");
  return text;
}

function planOf(
  { toolName, input }: { readonly toolName: string; readonly input: string },
  offered: readonly ProjectedTool[],
): unknown {
  const tool = offered.find(({ name }) => name === toolName);
  if (tool === undefined && toolName !== askingBack) throw new ModelFailure("function-unknown");
  const given = argumentsIn(input);
  if (tool === undefined) return { ...given, type: "needs_more_info" };
  return { type: "call_tool", tool: tool.tool, arguments: restored(tool, given) };
}

function argumentsIn(text: string): JsonObject {
  // Some endpoints send an empty text for no arguments.
  const reading = parseStrict(text.trim() === "" ? "{}" : text);
  if (reading.kind === "refused" || !isJsonObject(reading.value)) {
    throw new ModelFailure("arguments-malformed");
  }
  return reading.value;
}

function restored(tool: ProjectedTool, given: JsonObject): JsonObject {
  try {
    return tool.restore(given);
  } catch (error) {
    if (!(error instanceof ProjectionFault)) throw error;
    throw malformed();
  }
}

/** Has no cause, which would contain the model's text. */
function malformed(): ModelFailure {
  return new ModelFailure("arguments-malformed");
}

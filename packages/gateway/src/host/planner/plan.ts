import type { JsonObject } from "@toolcourt/sdk";
import { z } from "zod";

/** One call of one tool. */
export interface CallTool {
  readonly type: "call_tool";
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A question back, and the names of what it asks for. */
export interface NeedsMoreInfo {
  readonly type: "needs_more_info";
  readonly missing: readonly string[];
  readonly question: string;
}

/** All that a planner can say. There is no plan of two calls, and none without one or the other. */
export type Plan = CallTool | NeedsMoreInfo;

/** The grammar of a plan, for planners whose word is not taken for it. Unknown keys are refused. */
export const planGrammar: z.ZodType<Plan> = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("call_tool"),
    tool: z.string().min(1),
    arguments: z.record(z.string(), z.json()),
  }),
  z.strictObject({
    type: z.literal("needs_more_info"),
    missing: z.array(z.string().min(1)),
    question: z.string().min(1),
  }),
]);

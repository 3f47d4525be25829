import type { JsonObject } from "@toolcourt/sdk";
import { z } from "zod";

/** A single tool call. */
export interface CallTool {
  readonly type: "call_tool";
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A question back, with the names of the missing values. */
export interface NeedsMoreInfo {
  readonly type: "needs_more_info";
  readonly missing: readonly string[];
  readonly question: string;
}

/** Every possible plan: one call or one question. There is no plan with two calls. */
export type Plan = CallTool | NeedsMoreInfo;

/** The grammar of a plan, for untrusted planners. Refuses unknown keys. */
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

import type { z } from "zod";
import type { ToolContract } from "../contract/contract.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { ToolContext } from "./context.ts";
import type { ParametersSchema, ResultSchema } from "./definition.ts";
import type { Surroundings } from "./surroundings.ts";

/** A tool as everybody but its author holds it. There is no handler: no call goes unchecked. */
export interface Tool<R extends ResultSchema = ResultSchema> {
  readonly name: string;
  readonly version: string;
  readonly contract: ToolContract;
  /** The schema of the input, closed: what `invoke` accepts and what the contract states. */
  readonly parameters: ParametersSchema;
  /** The schema of `data`, closed: the typed parser of the tool's results. */
  readonly result: R;
  /**
   * Checks the input, runs the tool, checks what it returns. Never throws and never rejects: whatever
   * happens, the answer is a full result. What is left out of `surroundings` is the world as it is.
   */
  readonly invoke: (
    input: unknown,
    context: ToolContext,
    surroundings?: Partial<Surroundings>,
  ) => Promise<ToolResult<z.output<R>>>;
}

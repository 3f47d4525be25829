import type { z } from "zod";
import type { ToolContract } from "../contract/contract.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { ToolContext } from "./context.ts";
import type { ParametersSchema, ResultSchema } from "./definition.ts";
import type { Surroundings } from "./surroundings.ts";

/** A tool without access to its handler, so no call goes unchecked. */
export interface Tool<R extends ResultSchema = ResultSchema> {
  readonly name: string;
  readonly version: string;
  readonly contract: ToolContract;
  /** The closed input schema: `invoke` enforces it and the contract states it. */
  readonly parameters: ParametersSchema;
  /** The closed schema of `data`: the typed parser of the tool's results. */
  readonly result: R;
  /**
   * Checks the input, runs the tool and checks its output. Never throws and never rejects: the
   * answer is always a full result. Default for missing `surroundings`: the system clock, the tool
   * as service, no observer.
   */
  readonly invoke: (
    input: unknown,
    context: ToolContext,
    surroundings?: Partial<Surroundings>,
  ) => Promise<ToolResult<z.output<R>>>;
}

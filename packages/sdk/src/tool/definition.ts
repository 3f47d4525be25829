import type { z } from "zod";
import type { ApprovalWish, Deprecation, RateLimit, ResponseTime } from "../contract/terms.ts";
import type { AgentHints } from "../result/hints.ts";
import type { HandlerContext } from "./context.ts";

export type ParametersSchema = z.ZodObject;
export type ResultSchema = z.ZodType;

/** What a handler gives back. The rest of the result, its metadata, is filled in for it. */
export interface Handled<Data> {
  readonly data: Data;
  readonly agentHints: AgentHints;
}

export interface ToolExample<Input, Data> {
  readonly description: string;
  readonly params: Input;
  /** The `data` that these params give. */
  readonly expectedResult: Data;
}

interface Promises<P extends ParametersSchema, R extends ResultSchema> {
  /** Kebab-case, verb first: `get-card`. Never changed once published. */
  readonly name: string;
  /** What the tool does, when to use it, what it returns, and an example: at least 50 characters. */
  readonly description: string;
  readonly version: string;
  /** Every permission a caller must have, as `cards:read`. */
  readonly permissions: readonly string[];
  /** Plain objects are closed: a key that is not named here is refused. */
  readonly parameters: P;
  /** The schema of `data`. */
  readonly result: R;
  /** `fast` is below 100 ms, `medium` up to a second. */
  readonly responseTime: ResponseTime;
  /** Whether a second call with the same input changes nothing more than the first. */
  readonly idempotent: boolean;
  readonly examples: readonly [
    ToolExample<z.input<NoInfer<P>>, z.input<NoInfer<R>>>,
    ...ToolExample<z.input<NoInfer<P>>, z.input<NoInfer<R>>>[],
  ];
  readonly tags: readonly [string, ...string[]];
  /** How often one caller may call. A gateway counts, across all its copies; `invoke` and `serve` do not. */
  readonly rateLimit?: RateLimit;
  readonly deprecated?: Deprecation;
  /** Whose yes a call needs. A gateway asks; `invoke` and `serve` do not. */
  readonly approval?: ApprovalWish;
  /** Limits and safety rules in words, one sentence each. */
  readonly constraints?: readonly string[];
  /** The names of the tools that the handler may call by `context.calls`. A gateway holds it to them. */
  readonly steps?: readonly string[];
  /**
   * Gets parsed params, frozen. Returns what `result` parses, so defaults may be left out. Throws
   * `BusinessError` for what the caller should know; everything else it throws stays in the house.
   */
  readonly handler: (
    params: z.output<P>,
    context: HandlerContext,
  ) => Handled<z.input<NoInfer<R>>> | Promise<Handled<z.input<NoInfer<R>>>>;
}

/** Only what changes nothing may be cached, and then for a stated time. */
type Consequence =
  | {
      readonly category: "query" | "analysis" | "generation";
      readonly effect?: never;
      readonly cacheable: true;
      /** Seconds. */
      readonly cacheTTL: number;
    }
  | {
      readonly category: "query" | "analysis" | "generation";
      readonly effect?: never;
      readonly cacheable: false;
      readonly cacheTTL?: never;
    }
  | {
      readonly category: "mutation";
      /** `destroy` for what cannot be undone. A mutation that does not say writes. */
      readonly effect?: "write" | "destroy";
      readonly cacheable: false;
      readonly cacheTTL?: never;
    };

/** Everything an author says about a tool, with the field names of the tool interface. */
export type ToolDefinition<P extends ParametersSchema, R extends ResultSchema> = Promises<P, R> &
  Consequence;

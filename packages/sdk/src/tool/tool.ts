import type { z } from "zod";
import type {
  ApprovalWish,
  Deprecation,
  RateLimit,
  ResponseTime,
  ToolContract,
} from "../contract/contract.ts";
import type { ArgumentMarks, Reach, ResultMarks } from "../contract/flow.ts";
import type { AgentHints } from "../result/hints.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { HandlerContext, ToolContext } from "./context.ts";
import type { Surroundings } from "./surroundings.ts";
import type { ToolRuns } from "./tool-runs.ts";

export type ParametersSchema = z.ZodObject;
export type ResultSchema = z.ZodType;

/** The return value of a handler. The SDK adds the result's metadata. */
export interface Handled<Data> {
  readonly data: Data;
  readonly agentHints: AgentHints;
}

export interface ToolExample<Input, Data> {
  readonly description: string;
  readonly params: Input;
  /** The `data` that these params produce. */
  readonly expectedResult: Data;
}

interface Promises<P extends ParametersSchema, R extends ResultSchema> {
  /** Kebab-case, verb first: `get-card`. Never changed once published. */
  readonly name: string;
  /** Purpose, when to use it, return value and an example. At least 50 characters. */
  readonly description: string;
  readonly version: string;
  /** Permissions a caller must have, all of them, as `cards:read`. */
  readonly permissions: readonly string[];
  /** Plain objects are closed: an undeclared key is refused. */
  readonly parameters: P;
  /** The schema of `data`. */
  readonly result: R;
  /** `fast` is below 100 ms, `medium` up to a second. */
  readonly responseTime: ResponseTime;
  /** Whether repeating a call with the same input changes nothing more. */
  readonly idempotent: boolean;
  readonly examples: readonly [
    ToolExample<z.input<NoInfer<P>>, z.input<NoInfer<R>>>,
    ...ToolExample<z.input<NoInfer<P>>, z.input<NoInfer<R>>>[],
  ];
  readonly tags: readonly [string, ...string[]];
  /**
   * Rate limit per caller. A gateway enforces it across all replicas. `invoke` and `serve` do not.
   * Default: no limit.
   */
  readonly rateLimit?: RateLimit;
  readonly deprecated?: Deprecation;
  /**
   * The approval a call needs. A gateway asks for it. `invoke` and `serve` do not. Default: none.
   */
  readonly approval?: ApprovalWish;
  /** Limits and safety rules in words, one sentence each. Default: none. */
  readonly constraints?: readonly string[];
  /**
   * Names of the tools that the handler may call through `context.calls`. A gateway enforces the
   * list. Default: none.
   */
  readonly steps?: readonly string[];
  /** Whether data can leave by a call. Default: inferred, and then `outside`. */
  readonly reach?: Reach;
  /**
   * What parameters do, by JSON pointer. The keywords `x-role` and `x-kind` in `parameters` say the
   * same. Default: inferred.
   */
  readonly input?: ArgumentMarks;
  /**
   * Who can have written results, by JSON pointer into the whole answer, such as `/data/title`. The
   * keywords `x-origin`, `x-kind` and `x-sensitivity` in `result` say the same. Default: anybody.
   */
  readonly output?: ResultMarks;
  /**
   * Receives parsed, frozen params. Returns input for `result`, so defaults may be omitted. Throws
   * `BusinessError` for errors meant for the caller. All other errors are withheld from the caller.
   */
  readonly handler: (
    params: z.output<P>,
    context: HandlerContext,
  ) => Handled<z.input<NoInfer<R>>> | Promise<Handled<z.input<NoInfer<R>>>>;
}

/** Only a tool without side effects may be cacheable, and it must declare a TTL. */
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
      /** `destroy` if the change cannot be undone. Default: `write`. */
      readonly effect?: "write" | "destroy";
      readonly cacheable: false;
      readonly cacheTTL?: never;
    };

/** An author's complete definition of a tool, with the field names of the tool interface. */
export type ToolDefinition<P extends ParametersSchema, R extends ResultSchema> = Promises<P, R> &
  Consequence;

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
  /** Shows runs that go on over several calls. Default: the tool has none. */
  readonly runs?: ToolRuns;
}

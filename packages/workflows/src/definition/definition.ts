import type { Handled, ToolDefinition } from "@toolcourt/sdk";
import type { z } from "zod";
import type { RunStore } from "../store/run-store.ts";
import type { Flow } from "./flow.ts";
import type { Failures, Step, StepKinds } from "./step.ts";

/** The shared state of a workflow: its params, and the values its steps have found so far. */
export type StateOf<P extends z.ZodObject, S extends z.ZodObject> = {
  readonly params: z.output<P>;
  /** Failures of steps with a failure edge. */
  readonly failures: Failures;
} & Readonly<Partial<z.output<S>>>;

/** A step's additions to the state. */
export type UpdateOf<S extends z.ZodObject> = Readonly<Partial<z.input<S>>>;

type Stated<P extends z.ZodObject, R extends z.ZodType> = Omit<
  ToolDefinition<P, R>,
  "parameters" | "result" | "handler" | "steps" | "category" | "effect" | "cacheable" | "cacheTTL"
>;

/** A workflow that is not a mutation may contain only read steps. */
type Consequence =
  | { readonly category: "query" | "analysis" | "generation"; readonly effect?: never }
  | { readonly category: "mutation"; readonly effect?: "write" | "destroy" };

/** The schemas of a workflow and the types derived from them. */
interface Shapes<
  P extends z.ZodObject,
  R extends z.ZodType,
  S extends z.ZodObject,
  Name extends string,
> {
  /** The params of the tool. `workflow_run` is added to them. */
  readonly parameters: P;
  readonly result: R;
  /** The values steps may store for later steps. All JSON, and all stored with the run. */
  readonly state: S;
  /** The nodes of the graph. The tools they call become the `steps` of the contract. */
  readonly steps: (
    kinds: StepKinds<StateOf<NoInfer<P>, NoInfer<S>>, UpdateOf<NoInfer<S>>>,
  ) => Readonly<Record<Name, Step<StateOf<NoInfer<P>, NoInfer<S>>, UpdateOf<NoInfer<S>>>>>;
  /** The edges of the graph. */
  readonly graph: (flow: Flow<StateOf<NoInfer<P>, NoInfer<S>>, NoInfer<Name>>) => unknown;
  /** Returns the tool's answer after the last step. */
  readonly answer: (state: StateOf<NoInfer<P>, NoInfer<S>>) => Handled<z.input<NoInfer<R>>>;
}

/** An author's complete definition of a workflow. */
export type WorkflowDefinition<
  P extends z.ZodObject,
  R extends z.ZodType,
  S extends z.ZodObject,
  Name extends string,
> = Shapes<P, R, S, Name> &
  Stated<NoInfer<P>, NoInfer<R>> &
  Consequence & {
    /** Store for runs, from which they resume. */
    readonly runs: RunStore;
    /** Never cacheable: each call runs steps. */
    readonly cacheable?: never;
    readonly cacheTTL?: never;
    /** Maximum rounds of steps in a run, including loops. Default: 25. */
    readonly maxRounds?: number;
  };

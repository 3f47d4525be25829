import type { Handled, ToolDefinition } from "@toolcourt/sdk";
import type { z } from "zod";
import type { RunStore } from "../runs/run-store.ts";
import type { Failures } from "./failure.ts";
import type { Flow } from "./flow.ts";
import type { Step, StepKinds } from "./step.ts";

/** What the steps of a workflow share: its params, and what steps have found out so far. */
export type StateOf<P extends z.ZodObject, S extends z.ZodObject> = {
  readonly params: z.output<P>;
  /** Of steps that have a failure edge, and did not come to their end. */
  readonly failures: Failures;
} & Readonly<Partial<z.output<S>>>;

/** What a step adds to the state. */
export type UpdateOf<S extends z.ZodObject> = Readonly<Partial<z.input<S>>>;

type Stated<P extends z.ZodObject, R extends z.ZodType> = Omit<
  ToolDefinition<P, R>,
  "parameters" | "result" | "handler" | "steps" | "category" | "effect" | "cacheable" | "cacheTTL"
>;

/** A workflow that is no mutation consists of steps that read. */
type Consequence =
  | { readonly category: "query" | "analysis" | "generation"; readonly effect?: never }
  | { readonly category: "mutation"; readonly effect?: "write" | "destroy" };

/** What the shapes of a workflow are, and what follows from them. */
interface Shapes<
  P extends z.ZodObject,
  R extends z.ZodType,
  S extends z.ZodObject,
  Name extends string,
> {
  /** The params of the tool. `workflow_run` is added to them. */
  readonly parameters: P;
  readonly result: R;
  /** What steps may write down for those after them. All of it is JSON, and all of it is kept with the run. */
  readonly state: S;
  /** The nodes of the graph. The tools that they call are the `steps` of the contract. */
  readonly steps: (
    kinds: StepKinds<StateOf<NoInfer<P>, NoInfer<S>>, UpdateOf<NoInfer<S>>>,
  ) => Readonly<Record<Name, Step<StateOf<NoInfer<P>, NoInfer<S>>, UpdateOf<NoInfer<S>>>>>;
  /** The edges of the graph. */
  readonly graph: (flow: Flow<StateOf<NoInfer<P>, NoInfer<S>>, NoInfer<Name>>) => unknown;
  /** What the tool gives back when the last step is done. */
  readonly answer: (state: StateOf<NoInfer<P>, NoInfer<S>>) => Handled<z.input<NoInfer<R>>>;
}

/** Everything an author says about a workflow. */
export type WorkflowDefinition<
  P extends z.ZodObject,
  R extends z.ZodType,
  S extends z.ZodObject,
  Name extends string,
> = Shapes<P, R, S, Name> &
  Stated<NoInfer<P>, NoInfer<R>> &
  Consequence & {
    /** Where runs are kept until they are done, and so that they can be resumed. */
    readonly runs: RunStore;
    /** Each call has steps to take, so no answer is kept for the next one. */
    readonly cacheable?: never;
    readonly cacheTTL?: never;
    /** How many rounds of steps a run may take, loops included. 25 unless told otherwise. */
    readonly maxRounds?: number;
  };

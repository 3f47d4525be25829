import { END, START } from "@langchain/langgraph";
import type { RunEdge, RunStep, RunSummary, ShownRun, ToolRuns } from "@toolcourt/sdk";
import type { Blueprint } from "../definition/blueprint.ts";
import type { Edges } from "../definition/flow.ts";
import type { Step } from "../definition/step.ts";
import {
  type FoundRecord,
  listRecords,
  RunRecords,
  type StepRecord,
} from "../store/run-records.ts";
import type { RunStore } from "../store/run-store.ts";

/** Runs are stored under a digest. Its hexadecimal digits are the id that people see. */
const prefix = "sha256:";
const idForm = /^[\da-f]{64}$/;

/** Shows the runs of a workflow, with its graph. */
export function showRuns<State>(
  { name: workflow, digest, steps, edges }: Blueprint<State>,
  runs: RunStore,
): ToolRuns {
  return {
    list: async ({ max, state, tenant, before }) => {
      const filter = {
        workflow,
        ...(state !== undefined && { state }),
        ...(tenant !== undefined && { tenant }),
      };
      const behind = before && { thread: prefix + before.id, beganAt: before.beganAt };
      const found = await listRecords(runs, { max, filter, before: behind });
      return found.map(summaryOf);
    },
    show: async (id): Promise<ShownRun | undefined> => {
      if (!idForm.test(id)) return undefined;
      const thread = prefix + id;
      const record = await new RunRecords(await runs.saver(), thread).read();
      if (record?.workflow !== workflow) return undefined;
      return {
        ...summaryOf({ thread, record }),
        steps: [...steps].map(([name, step]) => stepOf(name, step, record.steps[name])),
        edges: edgesOf(edges, [...steps.keys()]),
        isChanged: record.digest !== digest,
      };
    },
  };
}

function summaryOf({ thread, record }: FoundRecord): RunSummary {
  const { workflow, name, userId, tenant, state, code, beganAt, changedAt } = record;
  const id = thread.slice(prefix.length);
  return { id, tool: workflow, name, userId, tenant, state, code, beganAt, changedAt };
}

function stepOf(name: string, step: Step<never, unknown>, record: StepRecord | undefined): RunStep {
  const isTool = step.kind === "tool";
  return {
    name,
    kind: isTool ? (step.isRead ? "read" : "tool") : "pure",
    tool: isTool ? step.tool : null,
    ...(record ?? { state: "open", callId: null, code: null, approval: null, at: null }),
  };
}

function edgesOf<State>(
  { edges, choices, failures }: Edges<State>,
  names: readonly string[],
): readonly RunEdge[] {
  const drawn = [
    ...edges.flatMap(({ from, to }) =>
      from.map((each) => ({ from: each, to, kind: "always" }) as const),
    ),
    ...choices.flatMap(({ from, targets }) =>
      targets.map((to) => ({ from, to, kind: "choice" }) as const),
    ),
    ...[...failures].map(([from, to]) => ({ from, to, kind: "failure" }) as const),
  ];
  const order = [START, ...names, END];
  return drawn.toSorted((one, other) => order.indexOf(one.from) - order.indexOf(other.from));
}

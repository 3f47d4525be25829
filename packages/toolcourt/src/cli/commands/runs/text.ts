import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { RunStep, RunSummary, ShownRun } from "@toolcourt/sdk";
import { tableRows } from "../../style.ts";

const states = {
  running: "running",
  waits: "waits",
  stopped: "stopped",
  done: "done",
} satisfies Record<RunSummary["state"], string>;

function stateText({ state, code }: Pick<RunSummary, "state" | "code">): string {
  return code === null ? states[state] : `${states[state]} (${printable(code)})`;
}

const shortId = 12;

/** Formats a run as a line of a list. */
export function runLine(run: RunSummary): string {
  const { id, tool, name, userId, changedAt } = run;
  const who = userId === null ? "" : `  ${printable(userId)}`;
  return `${id.slice(0, shortId)}  ${printable(tool)}  ${printable(name)}${who}  ${stateText(run)}  ${printable(changedAt)}`;
}

const stepStates = {
  open: "not taken",
  done: "done",
  waits: "waits for approval",
  refused: "refused",
  failed: "failed",
  unknown: "outcome unknown",
  broken: "broken",
} satisfies Record<RunStep["state"], string>;

/** Formats a run with its steps. */
export function runText(run: ShownRun): string {
  const { id, tool, name, userId, tenant, beganAt, changedAt, steps, isChanged } = run;
  const rows = steps.map((step) => [
    printable(step.name),
    step.tool === null ? "computes" : `calls ${printable(step.tool)}`,
    stepText(step),
    step.callId === null ? "" : `call ${printable(step.callId)}`,
  ]);
  return [
    `Id:        ${id}`,
    `Workflow:  ${printable(tool)}`,
    `Run:       ${printable(name)}`,
    `For:       ${userId === null ? "unknown" : printable(userId)}${tenant === null ? "" : `, tenant ${printable(tenant)}`}`,
    `State:     ${stateText(run)}`,
    `Began:     ${printable(beganAt)}`,
    `Changed:   ${printable(changedAt)}`,
    ...(isChanged ? ["The workflow has changed since, so the run cannot resume."] : []),
    "Steps:",
    ...tableRows(rows).map((row) => `  ${row}`),
  ].join("\n");
}

function stepText({ state, code, approval }: RunStep): string {
  const why = [code, approval].filter((each) => each !== null).map(printable);
  return why.length === 0 ? stepStates[state] : `${stepStates[state]} (${why.join(", ")})`;
}

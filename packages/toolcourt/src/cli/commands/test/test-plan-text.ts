import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { PlannedTool } from "../../../authoring/probing/plan-test.ts";
import { probeTitles } from "../../../authoring/probing/report.ts";
import { count, createPaint } from "../../style.ts";
import type { Terminal } from "../../terminal.ts";

/** Writes the planned calls for people. */
export function testPlanText(planned: readonly PlannedTool[], terminal: Terminal): string {
  const paint = createPaint(terminal);
  const lines = planned.flatMap(({ name, effect = "write", skipped, inputs }) => {
    const shown = paint("bold", name === "" ? "(no name)" : printable(name));
    if (skipped !== undefined) {
      return [`${shown}  ${paint("dim", `would not be called: ${skipped.message}`)}`];
    }
    const head = `${shown}  ${effect}  ${count(sumOf(inputs), "input")}`;
    return [
      head,
      ...inputs.map((each) => `  ${String(each.inputs).padStart(4)}  ${probeTitles[each.kind]}`),
    ];
  });
  const called = planned.filter(({ skipped }) => skipped === undefined).length;
  const total = `${count(planned.length, "tool")}: ${called} would be called, ${planned.length - called} not. Nothing was called.`;
  return [...lines, "", paint("bold", total)].join("\n");
}

function sumOf(inputs: PlannedTool["inputs"]): number {
  return inputs.reduce((sum, each) => sum + each.inputs, 0);
}

import { describe, expect, it } from "vitest";
import { createPlanner } from "./planner.ts";
import type { PlannableTool } from "./prepared-tool.ts";

const description = "Lists the open issues of a project, newest first.";
const input = {
  type: "object",
  properties: { project: { type: "string" } },
  required: ["project"],
};
const namesakes: readonly PlannableTool[] = [
  { name: "harbor.list_issues", description, input },
  { name: "quarry.list_issues", description, input },
  { name: "meadow.list_issues", description: description.replace("the open", "all open"), input },
];
const other = { name: "bird.identify", description: "Names a bird.", input: {} };

describe("tools with the same description", () => {
  const { plan } = createPlanner({ tools: [...namesakes, other] });

  it("lead to a question that lists all of them if nothing distinguishes them", () => {
    const asked = plan('List the open issues of the project "alpha".');

    expect(asked).toMatchObject({ type: "needs_more_info", missing: ["tool"] });
    for (const { name } of namesakes)
      expect(asked.type === "needs_more_info" && asked.question).toContain(name);
  });

  it("are distinguished by a word only one of them has", () => {
    expect(plan('List the open issues of the project "alpha" on quarry.')).toEqual({
      type: "call_tool",
      tool: "quarry.list_issues",
      arguments: { project: "alpha" },
    });
  });

  it("lead to a question if two of them are named", () => {
    const question = 'List open issues of the project "alpha" on quarry, or on harbor.';
    expect(plan(question)).toMatchObject({ missing: ["tool"] });
  });
});

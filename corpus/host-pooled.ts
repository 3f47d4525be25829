import { Planner } from "../packages/host/src/planner/planner.ts";
import type { PlannableTool } from "../packages/host/src/planner/prepared-tool.ts";
import type { Row } from "./area.ts";
import type { BfclFile } from "./host-bfcl.ts";
import { intervalOf } from "./host-figures.ts";

/**
 * Asks the questions of all files over the tools of all files. The right tool is one of hundreds
 * instead of a few.
 */
export function pooledRows(files: readonly BfclFile[]): readonly Row[] {
  const rows = files.flatMap((file) => file.rows);
  const tools = new Map<string, PlannableTool>();
  for (const tool of rows.flatMap((row) => row.tools))
    if (!tools.has(tool.name)) tools.set(tool.name, tool);
  const asked = rows.filter(({ gold }) => gold !== undefined);
  if (asked.length === 0) return [];
  const planner = new Planner({ tools: [...tools.values()] });
  const places = asked.map(({ question, gold }) =>
    planner.narrow(question, 5).findIndex(({ name }) => name === gold?.tool),
  );
  const shareRow = (what: string, hits: number): Row => ({
    what: `all questions over all ${tools.size} tools, right tool ${what}`,
    figure: hits / asked.length,
    unit: "rate",
    note: `${intervalOf(hits, asked.length)}; limited by tools of other questions that do the same`,
  });
  return [
    shareRow("first", places.filter((at) => at === 0).length),
    shareRow("among five", places.filter((at) => at !== -1).length),
  ];
}

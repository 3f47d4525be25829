import { readContract } from "@toolcourt/sdk";
import type { Area, Row } from "./area.ts";
import { measureCompiling } from "./tools-compiled.ts";
import { measureCurve } from "./tools-curve.ts";
import { collectedTexts, labelledTexts, type RealTool, realTools } from "./tools-data.ts";
import { offenderRow } from "./tools-figures.ts";
import { measureJudging } from "./tools-judged.ts";
import { measureLabels, measurePoison } from "./tools-texts.ts";

/** Definitions from real servers and from attackers. */
export const toolsArea: Area = {
  name: "tools",
  measure: async (dataFolder) => [
    ...(await measureTools(realTools(dataFolder))),
    ...measureLabels(labelledTexts(dataFolder)),
    ...measurePoison(collectedTexts(dataFolder)),
    ...measureCurve(collectedTexts(dataFolder), realTools(dataFolder)),
  ],
};

async function measureTools(tools: readonly RealTool[]): Promise<readonly Row[]> {
  if (tools.length === 0) return [];
  const readings = tools.map(({ server, tool }) => readContract({ server, tool }));
  const contracts = readings.flatMap((each) => (each.kind === "contract" ? [each.contract] : []));
  const unreadable = readings.flatMap((each) =>
    each.kind === "unreadable" ? [`${each.server}/${each.name}`] : [],
  );
  return [
    { what: "real tools", figure: tools.length, unit: "count" },
    offenderRow("real tools that cannot be read", unreadable),
    ...(await measureCompiling(contracts)),
    ...measureJudging(contracts),
  ];
}

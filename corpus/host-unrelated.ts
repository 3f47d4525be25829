import { isJsonObject, type JsonValue } from "@toolcourt/sdk";
import { fitOf } from "../packages/gateway/src/host/planner/fit.ts";
import { defaultLeastFit } from "../packages/gateway/src/host/planner/planner.ts";
import { prepareTool } from "../packages/gateway/src/host/planner/prepared-tool.ts";
import { takeApart } from "../packages/gateway/src/host/planner/take-apart.ts";
import type { Row } from "./area.ts";
import { intervalOf } from "./host-figures.ts";
import { type RealTool, realTools } from "./tools-data.ts";

const pairs = 3_000;

/** What the default of "none fits" is set by: what one server says of a tool, against a tool of another server. */
export function unrelatedRows(folder: string): readonly Row[] {
  const tools = realTools(folder);
  if (tools.length < 2) return [];
  // Two strides without a common factor pair every tool with others from all over the list.
  const fits = Array.from({ length: pairs }, (_, at) => [
    tools[(at * 7_919) % tools.length],
    tools[(at * 104_729 + 31) % tools.length],
  ]).flatMap(([said, tool]) => fitBetween(said, tool));
  const above = fits.filter((fit) => fit >= defaultLeastFit).length;
  return [
    {
      what: "none fits: texts and tools of different servers that fit",
      figure: above / fits.length,
      unit: "rate",
      bound: { at: "most", value: 0.03 },
      note: `${intervalOf(above, fits.length)}; sets the default`,
    },
  ];
}

function fitBetween(said: RealTool | undefined, other: RealTool | undefined): readonly number[] {
  if (said === undefined || other === undefined || said.server === other.server) return [];
  const [sentence = ""] = textOf(said.tool["description"]).split(/[.\n]/);
  if (sentence === "") return [];
  const { name, description, inputSchema } = other.tool;
  const tool = prepareTool({
    name: textOf(name),
    description: textOf(description),
    input: isJsonObject(inputSchema) ? inputSchema : {},
  });
  return [fitOf(takeApart(sentence), tool)];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

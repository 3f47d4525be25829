import { isJsonObject, type JsonValue } from "@toolcourt/sdk";
import { fitOf } from "../packages/host/src/planner/fit.ts";
import { minFitAmong, Planner } from "../packages/host/src/planner/planner.ts";
import { type PlannableTool, prepareTool } from "../packages/host/src/planner/prepared-tool.ts";
import { takeApart } from "../packages/host/src/planner/take-apart.ts";
import type { Row } from "./area.ts";
import { intervalOf } from "./host-figures.ts";
import { type RealTool, realTools } from "./tools-data.ts";

/** Measures accidental matches with tools of real servers, unrelated to the questions. */
export function unrelatedRows(folder: string, questions: readonly string[]): readonly Row[] {
  const tools = realTools(folder);
  return tools.length < 2 ? [] : [...pairRows(tools), ...strangerRows(tools, questions)];
}

const pairs = 3_000;

/**
 * Sets the default for "none fits": one server's description of a tool, against a tool of another
 * server.
 */
function pairRows(tools: readonly RealTool[]): readonly Row[] {
  // Two coprime strides pair every tool with others from all over the list.
  const fits = Array.from({ length: pairs }, (_, at) => [
    tools[(at * 7_919) % tools.length],
    tools[(at * 104_729 + 31) % tools.length],
  ]).flatMap(([said, tool]) => fitBetween(said, tool));
  const above = fits.filter((fit) => fit >= minFitAmong(1)).length;
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
  return [fitOf(takeApart(sentence), prepareTool(plannable(other)))];
}

const strangers = 1_000;

/** Counts calls of unrelated tools. Each is a mistake, or by chance right after all. */
function strangerRows(tools: readonly RealTool[], questions: readonly string[]): readonly Row[] {
  const step = Math.max(1, Math.floor(tools.length / strangers));
  const some = tools.filter((_, at) => at % step === 0).slice(0, strangers);
  const planner = new Planner({ tools: some.map((tool) => plannable(tool)) });
  const calls = questions.filter((question) => planner.plan(question).type === "call_tool").length;
  return [
    {
      what: `none fits: questions that call one of ${some.length} tools of strangers`,
      figure: calls / questions.length,
      unit: "rate",
      bound: { at: "most", value: 0.02 },
      note: intervalOf(calls, questions.length),
    },
  ];
}

function plannable({ tool: { name, description, inputSchema } }: RealTool): PlannableTool {
  return {
    name: textOf(name),
    description: textOf(description),
    input: isJsonObject(inputSchema) ? inputSchema : {},
  };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { createPlanner } from "../packages/gateway/src/host/planner/planner.ts";
import type { PlannableTool } from "../packages/gateway/src/host/planner/prepared-tool.ts";
import type { Row } from "./area.ts";
import { intervalOf, tallied } from "./host-figures.ts";

/** Tables of questions with their tool, and beside them the descriptions of all tools: which tool is ranked first. */
export function metatoolRows(folder: string): readonly Row[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".csv"))
    .toSorted()
    .flatMap((path) => rowsOf(join(folder, path)));
}

function rowsOf(path: string): readonly Row[] {
  const [header, ...lines] = recordsOf(readFileSync(path, "utf8"));
  if (header?.join() !== "Query,Tool") return [];
  const tools = toolsBeside(path);
  const { narrow } = createPlanner({ tools });
  const known = new Set(tools.map(({ name }) => name));
  const asked = lines.filter(([, tool]) => known.has(tool ?? ""));
  const ranks = asked.map(([question = "", tool = ""]) => ({
    tool,
    at: narrow(question, 5).findIndex(({ name }) => name === tool),
  }));
  const first = ranks.filter(({ at }) => at === 0).length;
  const among = ranks.filter(({ at }) => at !== -1).length;
  const name = basename(path, ".csv");
  const lost = tallied(ranks.flatMap(({ tool, at }) => (at === -1 ? [tool] : [])));
  return [
    { what: `${name}, tools`, figure: tools.length, unit: "count" },
    shareRow(`${name}, right tool first`, [first, ranks.length], [0.4, "0.50"]),
    {
      ...shareRow(`${name}, right tool among five`, [among, ranks.length], [0.6, "0.72"]),
      note: `${intervalOf(among, ranks.length)}; aim 0.72: words that mean the same are not the same words; lost most: ${lost}`,
    },
  ];
}

/** The bound is what is reached, so that it is not lost; the aim is higher and stands in the note. */
function shareRow(
  what: string,
  [hits, of]: readonly [number, number],
  [reached, aim]: readonly [number, string],
): Row {
  const bound = { at: "least", value: reached } as const;
  return {
    what,
    figure: hits / of,
    unit: "rate",
    bound,
    note: `${intervalOf(hits, of)}; aim ${aim}, not reached by words alone`,
  };
}

function toolsBeside(path: string): readonly PlannableTool[] {
  const descriptions = new Map<string, string>();
  for (const file of readdirSync(dirname(path)).filter((one) => one.endsWith(".json"))) {
    const value = parseJson(readFileSync(join(dirname(path), file), "utf8"));
    for (const [name, description] of isJsonObject(value) ? Object.entries(value) : []) {
      if (typeof description === "string") descriptions.set(name, description);
    }
  }
  return [...descriptions].map(([name, description]) => ({ name, description, input: {} }));
}

/** A file of comma-separated values, quotation marks included. */
function recordsOf(text: string): readonly (readonly string[])[] {
  const pattern = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gy;
  const records: string[][] = [[]];
  for (const [whole, quoted, plain, end] of text.matchAll(pattern)) {
    if (whole === "") break;
    records.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain ?? "").trim());
    if (end !== ",") records.push([]);
  }
  return records.filter((record) => record.length > 1);
}

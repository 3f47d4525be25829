import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { Planner } from "../packages/host/src/planner/planner.ts";
import type { PlannableTool } from "../packages/host/src/planner/prepared-tool.ts";
import type { Row } from "./area.ts";
import { intervalOf, tallied } from "./host-figures.ts";

/**
 * Reads tables of questions with their tool, and the descriptions of all tools. Measures which tool
 * is ranked first.
 */
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
  const planner = new Planner({ tools });
  const known = new Set(tools.map(({ name }) => name));
  const asked = lines.filter(([, tool]) => known.has(tool ?? ""));
  const ranks = asked.map(([question = "", tool = ""]) => ({
    tool,
    at: planner.narrow(question, 5).findIndex(({ name }) => name === tool),
  }));
  const name = basename(path, ".csv");
  const missed = tallied(ranks.flatMap(({ tool, at }) => (at === 0 ? [] : [tool])));
  const lost = tallied(ranks.flatMap(({ tool, at }) => (at === -1 ? [tool] : [])));
  return [
    { what: `${name}, tools`, figure: tools.length, unit: "count" },
    {
      ...shareRow(`${name}, right tool first`, ranks, ({ at }) => at === 0),
      bound: { at: "least", value: 0.5 },
      note: `${notesOf(ranks, ({ at }) => at === 0)}; sums of words have no order and know few products and firms, least of all on the side of the tools, and some tools do the same as others; missed most: ${missed}`,
    },
    {
      ...shareRow(`${name}, right tool among five`, ranks, ({ at }) => at !== -1),
      bound: { at: "least", value: 0.72 },
      note: `${notesOf(ranks, ({ at }) => at !== -1)}; lost most, where the description is general and the question is not: ${lost}`,
    },
  ];
}

interface Ranked {
  readonly tool: string;
  readonly at: number;
}

type IsHit = (ranked: Ranked) => boolean;

function shareRow(what: string, ranks: readonly Ranked[], isHit: IsHit): Row {
  return { what, figure: shareOf(ranks, isHit), unit: "rate" };
}

function shareOf(ranks: readonly Ranked[], isHit: IsHit): number {
  return ranks.length === 0 ? 0 : ranks.filter(isHit).length / ranks.length;
}

/**
 * Formats the interval over the questions and the spread over halves of the tools. A tool with many
 * questions weighs a lot.
 */
function notesOf(ranks: readonly Ranked[], isHit: IsHit): string {
  const byTool = Map.groupBy(ranks, ({ tool }) => tool);
  const each = [...byTool.values()].map((some) => shareOf(some, isHit));
  const mean = each.reduce((sum, share) => sum + share, 0) / Math.max(1, each.length);
  const halves = Array.from({ length: 40 }, (_, draw) => {
    const half = new Set([...byTool.keys()].filter((_tool, at) => isDrawn(at, draw)));
    return shareOf(
      ranks.filter(({ tool }) => half.has(tool)),
      isHit,
    );
  }).toSorted((a, b) => a - b);
  return `${intervalOf(ranks.filter(isHit).length, ranks.length)}; ${percent(mean)} as a mean over tools; ${percent(halves[1] ?? 0)} to ${percent(halves.at(-2) ?? 0)} over halves of the tools`;
}

/** Deterministic coin flip per tool and draw. */
function isDrawn(tool: number, draw: number): boolean {
  return createHash("sha256").update(`${tool} ${draw}`).digest().readUInt8(0) % 2 === 0;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
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

/** Parses CSV, including quoted fields. */
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

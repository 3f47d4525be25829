import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { agentdojoArea } from "./agentdojo.ts";
import type { Area, Row } from "./area.ts";
import { diffArea } from "./diff.ts";
import { egressArea } from "./egress.ts";
import { filesArea } from "./files.ts";
import { generationArea } from "./generation.ts";
import { hostArea } from "./host.ts";
import { originsArea } from "./origins.ts";
import { redactionArea } from "./redaction.ts";
import { schemasArea } from "./schemas.ts";
import { searchArea } from "./search.ts";
import { keepsBound, tableOf } from "./table.ts";
import { toolsArea } from "./tools.ts";
import { zooArea } from "./zoo.ts";

const areas: readonly Area[] = [
  schemasArea,
  toolsArea,
  filesArea,
  redactionArea,
  egressArea,
  hostArea,
  originsArea,
  searchArea,
  generationArea,
  diffArea,
  zooArea,
  agentdojoArea,
];

const usage = "npm run corpus -- [--data DIR] [--only AREA]... [--json]";

const flags = {
  data: { type: "string" },
  only: { type: "string", multiple: true },
  json: { type: "boolean", default: false },
} as const;

interface Order {
  readonly folder: string;
  readonly chosen: readonly Area[];
  readonly asJson: boolean;
}

/**
 * Measures the product on data. Exit codes: 0 all bounds kept or nothing to measure, 1 a bound
 * missed, 2 bad usage.
 */
export async function runCorpus(args: readonly string[]): Promise<0 | 1 | 2> {
  let order: Order;
  try {
    order = read(args);
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message.split("\n")[0] : "Bad usage."} Usage: ${usage}`,
    );
    return 2;
  }
  if (!existsSync(order.folder)) {
    console.log(
      order.asJson ? "[]" : `There is no data folder ${order.folder}; nothing was measured.`,
    );
    return 0;
  }
  return measure(order);
}

function read(args: readonly string[]): Order {
  const { values } = parseArgs({ args: [...args], options: flags });
  const only = values.only ?? [];
  const unknown = only.find((name) => areas.every((area) => area.name !== name));
  if (unknown !== undefined) {
    const names = areas.map(({ name }) => name).join(", ");
    throw new Error(`There is no area "${unknown}"; there are ${names}.`);
  }
  return {
    folder: resolve(values.data ?? resolve(import.meta.dirname, "../../shared/data")),
    chosen: areas.filter(({ name }) => only.length === 0 || only.includes(name)),
    asJson: values.json,
  };
}

async function measure({ folder, chosen, asJson }: Order): Promise<0 | 1> {
  const report: { readonly area: string; readonly rows: readonly Row[] }[] = [];
  for (const area of chosen) {
    const rows = await area.measure(folder);
    report.push({ area: area.name, rows });
    if (!asJson)
      console.log(
        rows.length === 0 ? `${area.name}\n  no data of this kind` : tableOf(area.name, rows),
      );
  }
  if (asJson) console.log(JSON.stringify(report));
  const missed = report.flatMap(({ rows }) => rows).filter((row) => !keepsBound(row));
  if (!asJson)
    console.log(missed.length === 0 ? "Every bound is kept." : `${missed.length} bounds missed.`);
  return missed.length === 0 ? 0 : 1;
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonSchema, type JsonValue } from "@toolcourt/sdk";
import { type Dialect, uriOfDialect } from "../packages/contracts/src/schemas/dialect.ts";
import type { SchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import type { Row } from "./area.ts";

interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonSchema | boolean;
  readonly tests: readonly {
    readonly description: string;
    readonly data: JsonValue;
    readonly valid: boolean;
  }[];
}

const dialectOfFolder: Readonly<Record<string, Dialect>> = {
  draft7: "draft-07",
  "draft2019-09": "2019-09",
  "draft2020-12": "2020-12",
};

/** Skipped: they need other documents or custom dialects. */
const leftOut = new Set(["refRemote.json", "vocabulary.json"]);

/** Measures the official suite: required cases, in every dialect whose folder exists. */
export async function measureSuite(folder: string, engine: SchemaEngine): Promise<readonly Row[]> {
  const tests = join(folder, "json-schema-test-suite", "tests");
  if (!existsSync(tests)) return [];
  const rows: Row[] = [];
  for (const name of readdirSync(tests).toSorted()) {
    const dialect = dialectOfFolder[name];
    if (dialect !== undefined)
      rows.push(...(await measureDialect(join(tests, name), dialect, engine)));
  }
  return rows;
}

export interface SuiteSchema {
  readonly name: string;
  readonly dialect: Dialect;
  readonly schema: JsonSchema;
  /** The suite's test values for the schema. */
  readonly values: readonly JsonValue[];
  /** Whether at least one value is valid. */
  readonly isSatisfied: boolean;
}

/** Returns the schemas of the suite for other measurements. */
export function suiteSchemas(folder: string): readonly SuiteSchema[] {
  const tests = join(folder, "json-schema-test-suite", "tests");
  if (!existsSync(tests)) return [];
  return readdirSync(tests).flatMap((name) => {
    const dialect = dialectOfFolder[name];
    if (dialect === undefined) return [];
    return groupsOf(join(tests, name))
      .filter((group) => !isLeftOut(group))
      .map((group) => ({
        name: `${group.file}: ${group.description}`,
        dialect,
        schema: schemaOf(group.schema, dialect),
        values: group.tests.map(({ data }) => data),
        isSatisfied: group.tests.some(({ valid }) => valid),
      }));
  });
}

async function measureDialect(
  folder: string,
  dialect: Dialect,
  engine: SchemaEngine,
): Promise<readonly Row[]> {
  const groups = groupsOf(folder);
  const judged: Judged[] = [];
  for (const group of groups) {
    if (!isLeftOut(group)) judged.push(...(await judge(group, dialect, engine)));
  }
  const skipped = groups.filter(isLeftOut).flatMap(({ tests }) => tests).length;
  const wrong = judged.filter(({ isWrong }) => isWrong);
  const accepts = wrong.filter(({ isAccepted }) => isAccepted);
  const suite = `JSON-Schema-Test-Suite ${dialect}`;
  return [
    { what: `${suite}, cases`, figure: judged.length, unit: "count" },
    {
      what: `${suite}, left out`,
      figure: skipped,
      unit: "count",
      note: "need other documents or dialects",
    },
    {
      what: `${suite}, right`,
      figure: judged.length === 0 ? 0 : 1 - wrong.length / judged.length,
      unit: "rate",
      bound: { at: "exactly", value: 1 },
      ...noteOf(wrong),
    },
    {
      what: `${suite}, wrong accepts`,
      figure: accepts.length,
      unit: "count",
      bound: { at: "exactly", value: 0 },
      ...noteOf(accepts),
    },
  ];
}

function isLeftOut({ file, schema }: Group): boolean {
  return leftOut.has(file) || JSON.stringify(schema).includes("localhost");
}

function groupsOf(folder: string): readonly Group[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.toSorted().flatMap((file) => groupsIn(folder, file));
}

function groupsIn(folder: string, file: string): readonly Group[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the suite's published form
  const groups = JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly Omit<
    Group,
    "file"
  >[];
  return groups.map((group) => ({ file, ...group }));
}

interface Judged {
  readonly name: string;
  readonly isWrong: boolean;
  readonly isAccepted: boolean;
}

async function judge(
  { file, description: group, schema, tests }: Group,
  dialect: Dialect,
  engine: SchemaEngine,
): Promise<readonly Judged[]> {
  const compilation = await engine.compile(schemaOf(schema, dialect), "output");
  const judged: Judged[] = [];
  for (const { description, data, valid } of tests) {
    const name = `${file}: ${group}: ${description}`;
    // A refused schema accepts nothing. In this suite no schema should be refused.
    const isAccepted =
      compilation.kind === "compiled" && (await compilation.validate(data)).kind === "valid";
    judged.push({
      name,
      isAccepted,
      isWrong: compilation.kind === "refused" || isAccepted !== valid,
    });
  }
  return judged;
}

/** Wraps `true` and `false`, which are schemas but not contracts. */
function schemaOf(schema: JsonSchema | boolean, dialect: Dialect): JsonSchema {
  const whole = isJsonObject(schema) ? schema : { allOf: [schema] };
  return Object.hasOwn(whole, "$schema") ? whole : { $schema: uriOfDialect[dialect], ...whole };
}

function noteOf([first]: readonly Judged[]): Pick<Row, "note"> {
  return first === undefined ? {} : { note: `first: ${first.name}` };
}

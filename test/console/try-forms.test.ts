// Forms of the input schemas that are out there: none may throw, hang, or lose a value.

import { describe, expect, it } from "vitest";
import {
  isFinished,
  parseExact,
  printExact,
} from "../../packages/console/src/pages/try/exact-json.ts";
import { FormState } from "../../packages/console/src/pages/try/form-state.ts";
import { layOut, type Part } from "../../packages/console/src/pages/try/layout.ts";
import type { Json } from "../../packages/console/src/ui/json.ts";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { parseJson } from "../../packages/sdk/src/index.ts";
import { sharedData } from "../../packages/testing/src/shared-data.ts";
import { filled, misfits, sourceFor, survives } from "./try-forms.ts";

interface Named {
  readonly name: string;
  readonly schema: Json;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Finds schemas in any of the corpora by the names that they give them. */
function schemasIn(value: unknown, name: string): readonly Named[] {
  if (Array.isArray(value)) return value.flatMap((each) => schemasIn(each, name));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const isSchema = ["inputSchema", "parameters", "schema", "requestedSchema"].includes(key);
    if (isSchema && (isRecord(each) || typeof each === "boolean")) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was parsed from JSON
      return [{ name: `${name} ${JSON.stringify(value["name"])}`, schema: each as Json }];
    }
    return schemasIn(each, `${name}/${key}`);
  });
}

function read(text: string): readonly unknown[] {
  try {
    return [parseJson(text)];
  } catch {
    return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [parseJson(line)]));
  }
}

const corpora = [
  ["real-tools", ".jsonl", 4_000],
  ["bfcl", ".json", 500],
  ["agentdojo/banking", "tools.json", 10],
  ["agentdojo/workspace", "tools.json", 20],
  ["attack-cases", "schemas.jsonl", 10],
  ["json-schema-test-suite/tests/draft2020-12", ".json", 300],
  ["json-schema-test-suite/tests/draft7", ".json", 200],
] as const;

/** Far more than any form takes: a machine that does other work is slow. */
const maxMs = 1_000;

describe.each(corpora)("the schemas of %s", (folder, extension, atLeast) => {
  const data = sharedData(folder, extension);

  it.skipIf(data.missing !== undefined)(
    "are drawn, and no value is lost on the way",
    { timeout: 240_000 },
    () => {
      const found = data
        .files()
        .flatMap(({ name, bytes }) => schemasIn(read(new TextDecoder().decode(bytes)), name));
      const wrong = found.flatMap(({ name, schema }) => {
        const began = systemClock.monotonic();
        const flaws = flawsOf(schema);
        const ms = systemClock.monotonic() - began;
        return [...flaws, ...(ms > maxMs ? [`took ${ms} ms`] : [])].map((flaw) => [name, flaw]);
      });

      expect(wrong).toEqual([]);
      expect(found.length).toBeGreaterThan(atLeast);
    },
  );
});

function flawsOf(schema: Json): readonly string[] {
  const source = sourceFor(schema);
  const root = { schemas: [schema], above: [], isSensitive: false, hosts: [] };
  const full = filled(root, source);
  const form = new FormState(source);
  const begins = form.text.peek();
  const values = [full, ...misfits(full)];
  const lost = values.filter((value) => {
    const text = printExact(value);
    if (!survives(layOut(value, { source, choices: new Map() }), value)) return true;
    if (!isFinished(value) || value.kind !== "object") return false;
    form.typeWhole(text);
    return form.text.peek() !== text || parseExact(text).kind !== "value";
  });
  return [
    ...(begins === undefined || !begins.startsWith("{") ? ["does not begin with an object"] : []),
    ...lost.map((value) => `loses ${printExact(value)}`),
    ...(countOf(form.root.peek()) > 0 ? [] : ["draws nothing"]),
  ];
}

function countOf({ drawn }: Part): number {
  if (drawn.kind === "choice") return countOf(drawn.part);
  if (drawn.kind !== "object" && drawn.kind !== "list") return 1;
  return drawn.parts.reduce((sum, part) => sum + countOf(part), 1);
}

describe("the texts of the parsing suite", () => {
  const suite = sharedData("json-test-suite/test_parsing", ".json");

  it.skipIf(suite.missing !== undefined)("are taken and refused as it says", () => {
    const wrong = suite.files().filter(({ name, bytes }) => {
      const text = new TextDecoder().decode(bytes);
      const { kind } = parseExact(text, 500);
      if (name.startsWith("i_")) return false;
      return (kind === "value") !== name.startsWith("y_") && !isUnlike(name, text);
    });

    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

/** Names given twice are valid JSON, and broken bytes are replaced before anybody types. */
function isUnlike(name: string, text: string): boolean {
  return name.includes("duplicated_key") || text.includes("\u{fffd}");
}

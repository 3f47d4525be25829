import type { JsonObject } from "@toolcourt/sdk";
import { contractOf } from "@toolcourt/sdk/testing";
import { tool } from "@toolcourt/testing/tool";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createSchemaEngine, type SchemaEngine } from "../schemas/engine.ts";
import { reviseTools } from "./revise-tools.ts";

let engine: SchemaEngine;
beforeAll(() => {
  engine = createSchemaEngine({ clock: systemClock });
});
afterAll(() => engine[Symbol.asyncDispose]());

// The first comparison starts the engine, which is slow on a busy machine.
const busy = { timeout: 10_000 };

const now = Date.UTC(2027, 0, 1);

function listOf(tools: readonly JsonObject[]) {
  const contracts = tools.map((each) => contractOf({ server: "crm", tool: each }));
  return new Map(contracts.map((contract) => [contract.name, contract]));
}

async function rulesOf(old: readonly JsonObject[], next: readonly JsonObject[], name = "get-card") {
  const lists = { before: listOf(old), after: listOf(next) };
  const { signal } = new AbortController();
  const { tools } = await reviseTools(lists, { engine, seed: 1, now, signal });
  const found = tools.find((each) => each.name === name);
  return found?.findings.map(({ rule }) => rule.replace("diff/", "")) ?? [];
}

interface Differences {
  readonly name?: string;
  readonly version?: string;
  readonly deprecated?: JsonObject | boolean;
  readonly properties?: JsonObject;
  readonly required?: readonly string[];
}

function card(differences: Differences = {}): JsonObject {
  const { name = "get-card", properties = { id }, required = [], ...terms } = differences;
  return tool({
    name,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    _meta: { "dev.toolcourt/contract": { version: "1.2.0", category: "query", ...terms } },
  });
}

const id = { type: "integer", minimum: 1 };
const narrower = { properties: { id: { ...id, minimum: 5 } } };
const asked = { required: ["id"] };

function until(removalDate: string, replacement = "get-card-v2"): Differences {
  return { deprecated: { since: "1.2.0", replacement, removalDate } };
}

const next = card({ name: "get-card-v2" });

describe("rules about versions and names", busy, () => {
  it.each<[string, Differences, readonly string[]]>([
    ["nothing changed", {}, []],
    ["S3-146: an optional field", { version: "1.3.0", properties: { id, more: id } }, []],
    ["S3-147: a required field", { version: "1.3.0", ...asked }, ["required-needs-major"]],
    ["S3-147: a required field with a major version", { version: "2.0.0", ...asked }, []],
    ["S3-154: what breaks", { version: "2.0.0", ...narrower }, ["breaking-needs-name"]],
    ["a lower version", { version: "1.1.9" }, ["version-backward"]],
    ["a version that is none", { version: "new" }, ["version-backward"]],
    ["the same version", { properties: { id, more: id } }, ["version-unchanged"]],
  ])("%s", async (_, differences, rules) => {
    const found = await rulesOf([card()], [card(differences)]);

    expect(found.filter((rule) => rule !== "migration-guide")).toEqual(rules);
  });

  it("ignore versions if there was none before", async () => {
    const without = { ...card(), _meta: {} };
    const more = { ...card({ properties: { id, more: id } }), _meta: {} };

    expect(await rulesOf([without], [more])).toEqual([]);
  });

  it("S3-157: require a migration guide for a breaking change", async () => {
    const found = await rulesOf([card()], [card({ version: "2.0.0", ...narrower })]);

    expect(found).toContain("migration-guide");
  });

  it("require deprecation of a tool whose next version exists", async () => {
    expect(await rulesOf([card()], [card(), next], "get-card-v2")).toEqual([
      "predecessor-undeprecated",
    ]);
  });
});

describe("rules about deprecation", busy, () => {
  it.each<[string, Differences, readonly string[]]>([
    ["S3-150: 90 days ahead", until("2027-04-01"), []],
    ["S3-150: 89 days ahead", until("2027-03-31"), ["notice-short"]],
    ["S3-149: no replacement", until("2028-01-01", "lost"), ["replacement-missing"]],
    ["S3-149: itself as its replacement", until("2028-01-01", "get-card"), ["replacement-missing"]],
    ["a date that cannot be read", until("soon"), ["deprecation-incomplete"]],
    ["S3-148: nothing but a word", { deprecated: true }, ["deprecation-incomplete"]],
    ["a date in the past", until("2026-12-30"), ["removal-overdue"]],
    ["no deprecation", { deprecated: false }, []],
  ])("%s", async (_, differences, rules) => {
    const found = await rulesOf([card()], [card({ version: "1.3.0", ...differences }), next]);

    expect(found.filter((rule) => rule !== "migration-guide")).toEqual(rules);
  });

  it("count the days of a notice only when it is given", async () => {
    const soon = card(until("2027-02-01"));
    const sooner = card({ version: "1.2.1", ...until("2027-01-15") });

    expect(await rulesOf([soon, next], [soon, next])).toEqual([]);
    expect(await rulesOf([soon, next], [sooner, next])).toEqual(["notice-short"]);
  });
});

describe("rules about removal", busy, () => {
  it.each<[string, Differences, readonly string[]]>([
    ["without a word", {}, ["removed-unannounced", "migration-guide"]],
    ["S3-155: before its date", until("2027-01-01"), ["removed-early", "migration-guide"]],
    ["S3-153: after its date", until("2026-12-31"), []],
    ["with no date to speak of", until("soon"), ["removed-unannounced", "migration-guide"]],
  ])("%s", async (_, differences, rules) => {
    expect(await rulesOf([card(differences), next], [next])).toEqual(rules);
  });
});

import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import { type JsonObject, readContract, type ToolContract } from "@toolcourt/sdk";
import { testJudge } from "@toolcourt/testing/admission";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { createConformance } from "./conformance.ts";

function contractOf(differences: JsonObject = {}): ToolContract {
  const reading = readContract({ server: "crm", tool: tool(differences) });
  if (reading.kind === "unreadable") throw new Error(reading.message);
  return reading.contract;
}

const core = { profiles: ["core"], namesakes: 1 } as const;

/** An engine that counts compilations and refuses the given schema. */
function countingEngine(refuses: "input" | "output" | "nothing") {
  const asked: string[] = [];
  const engine: SchemaEngine = {
    compile: async (_schema, purpose) => {
      asked.push(purpose);
      if (purpose !== refuses) {
        return { kind: "compiled", validate: (value) => ({ kind: "valid", value }) };
      }
      const refusal = { rule: "schema/too-slow", pointer: "/properties", message: "Too slow." };
      return { kind: "refused", refusals: [refusal] };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const dependencies = { engine, rules: allRules, clock: createFakeClock(), maxRemembered: 3 };
  return { asked, judge: createConformance(dependencies) };
}

describe("createConformance", () => {
  it("returns validators for a conformant contract", async () => {
    const { isConformant, validateInput, validateOutput } = await testJudge({
      ...core,
      contract: contractOf(),
    });

    expect(isConformant).toBe(true);
    expect(validateInput?.({ city: 7 })).toMatchObject({ kind: "invalid" });
    expect(validateOutput?.({ celsius: 21 })).toMatchObject({ kind: "valid" });
  });

  it("T43: omits the output validator if the profile does not require an output", async () => {
    const { outputSchema: _, ...rest } = tool();
    const reading = readContract({ server: "crm", tool: rest });
    if (reading.kind === "unreadable") throw new Error(reading.message);
    const question = { contract: reading.contract, namesakes: 1 };

    const registry = await testJudge({ ...question, profiles: ["registry"] });
    const strict = await testJudge({ ...question, profiles: ["core", "registry"] });

    expect(registry.isConformant).toBe(true);
    expect(registry.validateOutput).toBeUndefined();
    expect(strict.isConformant).toBe(false);
  });

  it.each(["input", "output"] as const)(
    "holds a contract whose %s the engine refuses, with the position",
    async (purpose) => {
      const { judge } = countingEngine(purpose);

      const conformity = await judge({ ...core, contract: contractOf() });

      expect(conformity.isConformant).toBe(false);
      expect(conformity.validateInput).toBeUndefined();
      expect(conformity.findings).toContainEqual({
        rule: "schema/too-slow",
        severity: "error",
        pointer: `/${purpose}/properties`,
        message: "Too slow.",
        requirements: [],
      });
    },
  );

  it("names the rule that an unadmitted schema breaks", async () => {
    const inputSchema = { type: "object", properties: { a: { $ref: "https://example.com/a" } } };

    const { isConformant, findings } = await testJudge({
      profiles: ["registry"],
      namesakes: 1,
      contract: contractOf({ inputSchema }),
    });

    expect(isConformant).toBe(false);
    expect(findings.map(({ rule }) => rule)).toContain("schema/local-refs");
  });

  it("judges a contract once", async () => {
    const { judge, asked } = countingEngine("nothing");

    await judge({ ...core, contract: contractOf() });
    await judge({ ...core, contract: contractOf() });

    expect(asked).toEqual(["input", "output"]);
  });

  it("judges again for other profiles, and for a shared name", async () => {
    const { judge } = countingEngine("nothing");
    const contract = contractOf();
    await judge({ ...core, contract });

    const shared = await judge({ ...core, contract, namesakes: 2 });

    expect(shared.isConformant).toBe(false);
  });

  it("evicts old entries from its cache", async () => {
    const { judge, asked } = countingEngine("nothing");
    const contracts = [1, 2, 3, 4].map((index) => ({ ...contractOf(), digest: `sha256:${index}` }));
    for (const contract of contracts) await judge({ profiles: [], namesakes: 1, contract });

    await judge({ profiles: [], namesakes: 1, contract: contracts[0] ?? contractOf() });

    expect(asked.filter((purpose) => purpose === "input")).toHaveLength(5);
  });
});

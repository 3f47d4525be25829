import { readFile } from "node:fs/promises";
import { InnerCallError, type InnerCalls, type JsonValue } from "@toolcourt/sdk";
import { checkTool, toolContext } from "@toolcourt/sdk/testing";
import { memoryRuns } from "@toolcourt/workflows";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createDiscovery } from "./discover.ts";
import { example } from "./example.ts";

const file = new URL("../../packages/azure/tools.yaml", import.meta.url);
const { tools } = z
  .object({
    tools: z.array(
      z.object({
        name: z.string(),
        terms: z.object({ examples: z.array(z.object({ expectedResult: z.json() })) }),
      }),
    ),
  })
  .parse(parse(await readFile(file, "utf8")));

/** What each tool answers: the example of its contract. */
const answers = new Map<string, JsonValue | undefined>(
  tools.map(({ name, terms }) => [name, terms.examples[0]?.expectedResult]),
);

type Refusals = Readonly<Record<string, string>>;

const sentence = "The role Cost Management Reader would help.";

/** Answers as the gateway would. The named tools are refused with a code. */
function callsWith(refusals: Refusals, differences: Readonly<Record<string, JsonValue>> = {}) {
  const made: string[] = [];
  const calls: InnerCalls = {
    call: async (tool, args) => {
      made.push(`${tool} ${JSON.stringify(args["tier"])}`);
      const code = refusals[tool];
      if (code !== undefined) throw new InnerCallError(code, sentence, { neverRan: false });
      const structured = differences[tool] ?? answers.get(tool) ?? null;
      return { structured, content: [], isError: false, callId: `call-${made.length}` };
    },
  };
  return { calls, made };
}

async function discover(refusals: Refusals, differences?: Readonly<Record<string, JsonValue>>) {
  const { calls, made } = callsWith(refusals, differences);
  const { data, error } = await createDiscovery(memoryRuns()).invoke(
    example.params,
    toolContext({ calls }),
  );
  const { stages, findings } = found.parse(data);
  const statuses = Object.fromEntries(stages.map(({ stage, status }) => [stage, status]));
  return { statuses, stages, findings, made, error };
}

const found = z.object({
  stages: z.array(z.looseObject({ stage: z.string(), status: z.string() })),
  findings: z.looseObject({}),
});

const all = Object.fromEntries(tools.map(({ name }) => [name, "target-denied"]));

describe("discover-subscription", () => {
  it("reads inventory, then costs, then security, each with its tier", async () => {
    const { statuses, made, findings } = await discover({});

    expect(statuses).toEqual({ inventory: "complete", cost: "complete", security: "complete" });
    expect(made).toEqual([
      'list-resources "inventory"',
      'query-costs "cost"',
      'list-cost-advice "cost"',
      'list-assessments "security"',
      'get-secure-score "security"',
      'summarize-compliance "security"',
    ]);
    expect(findings["costs"]).toContainEqual({ service: "Storage", amount: 12.5, currency: "EUR" });
  });

  it("keeps the inventory if all of the costs are denied", async () => {
    const refusals = { "query-costs": "target-denied", "list-cost-advice": "connection-tier" };
    const { statuses, findings, made } = await discover(refusals);

    expect(statuses).toEqual({ inventory: "complete", cost: "denied", security: "complete" });
    expect(made).toHaveLength(6);
    expect(Object.keys(findings)).not.toContain("costs");
    expect(findings).toMatchObject({ resources: 1, unhealthy: 1 });
  });

  it("names what was denied, with the sentence of the gateway", async () => {
    const { stages } = await discover({ "query-costs": "target-denied" });

    expect(stages).toEqual(example.expectedResult.stages);
  });

  it.each([
    ["target-throttled", "failed"],
    ["target-failed", "failed"],
    ["target-unauthenticated", "failed"],
    ["connection-revoked", "denied"],
    ["policy-denied", "denied"],
  ])("tells %s as %s", async (code, status) => {
    const { statuses } = await discover({ "list-resources": code });

    expect(statuses).toEqual({ inventory: status, cost: "complete", security: "complete" });
  });

  it("tells a list that was cut as partial", async () => {
    const whole = z.looseObject({}).parse(answers.get("list-resources"));
    const cut = { discovery_id: "d-2", complete: false, counts: { pages: 20, items: 20_000 } };
    const answer = z.json().parse({ ...whole, metadata: { discovery: cut } });

    const { statuses, stages } = await discover({}, { "list-resources": answer });

    expect(statuses["inventory"]).toBe("partial");
    expect(stages[0]).toMatchObject({ parts: [{ discoveryId: "d-2", items: 20_000 }] });
  });

  it("answers even if everything is denied", async () => {
    const { statuses, findings, error } = await discover(all);

    expect(error).toBeUndefined();
    expect(statuses).toEqual({ inventory: "denied", cost: "denied", security: "denied" });
    expect(findings).toEqual({});
  });

  it("passes the whole checklist", async () => {
    const { calls } = callsWith({ "query-costs": "target-denied" });

    const report = await checkTool(createDiscovery(memoryRuns()), { context: { calls } });

    expect(report.items.filter(({ verdict }) => verdict === "failed")).toEqual([]);
  });
});

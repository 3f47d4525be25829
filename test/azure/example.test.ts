import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { isJsonObject, type JsonObject, parseJson, valueAt } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import {
  connectionFlags,
  type Fixture,
  openFixture,
  scope,
  token,
  withoutCosts,
} from "../../examples/azure/fixture.ts";
import { failure } from "../../packages/azure/src/testing/cloud/answer.ts";
import type { CloudOptions } from "../../packages/azure/src/testing/cloud/cloud.ts";
import { failures } from "../../packages/azure/src/testing/cloud/failures.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";

const root = resolve(import.meta.dirname, "../..");

function toolcourt({ folder, environment }: Fixture, ...args: readonly string[]): Promise<Ran> {
  return run(args, { folder: folder.path, environment, input: `${token}\n` });
}

/** Adds the connection and calls the workflow. */
async function discover(fixture: Fixture, subscriptionId: string = scope.subscriptionId) {
  const added = await toolcourt(fixture, "connections", "add", "azure", ...connectionFlags);
  const args = JSON.stringify({ connection_id: "azure", scope: { ...scope, subscriptionId } });
  const called = await toolcourt(fixture, "call", "discover-subscription", "--args", args);
  return { added, called, data: dataIn(called) };
}

function dataIn({ output }: Ran): JsonObject {
  const data = valueAt(parseJson(output) ?? null, "/structuredContent/data");
  return isJsonObject(data) ? data : {};
}

function statusesIn(data: JsonObject): readonly unknown[] {
  return [0, 1, 2].map((stage) => valueAt(data, `/stages/${stage}/status`));
}

interface Row {
  readonly tool: string;
  readonly callId: string;
  readonly parent: string;
}

function textIn(line: string, name: string): string {
  return new RegExp(`"${name}":"([^"]*)"`).exec(line)?.[1] ?? "";
}

/** Returns the calls in the audit log, in order. */
function openedIn({ output }: Ran): readonly Row[] {
  const lines = output.split("\n").filter((line) => line.includes('"kind":"call.opened"'));
  return lines.map((line) => ({
    tool: textIn(line, "tool"),
    callId: textIn(line, "callId"),
    parent: textIn(line, "parent"),
  }));
}

// Each test opens several whole gateways.
describe("the Azure example", { timeout: 60_000 }, () => {
  it("discovers a subscription, each step as a call of its own", async () => {
    await using fixture = await openFixture();

    const { added, called, data } = await discover(fixture);
    const kept = await toolcourt(fixture, "results", "list");
    const id = textIn(JSON.stringify(valueAt(data, "/stages/2/parts/1")), "discoveryId");
    const found = await toolcourt(fixture, "results", "list", "--discovery", id);
    const log = await toolcourt(fixture, "audit", "export");

    expect(called).toMatchObject({ code: 0, errors: "" });
    expect(statusesIn(data)).toEqual(["complete", "complete", "complete"]);
    expect(valueAt(data, "/findings")).toMatchObject({
      resources: 7,
      costs: [
        { service: "Storage", amount: 12.5, currency: "EUR" },
        { service: "Virtual Machines", amount: 25, currency: "EUR" },
        { service: "Bandwidth", amount: 37.5, currency: "EUR" },
      ],
      score: { current: 38.84, max: 56 },
    });
    const [outer, ...steps] = openedIn(log);
    expect(outer?.tool).toBe("discover-subscription");
    expect(steps.map(({ tool }) => tool)).toEqual([
      "list-resources",
      "query-costs",
      "list-cost-advice",
      "list-assessments",
      "get-secure-score",
      "summarize-compliance",
    ]);
    expect(new Set(steps.map(({ parent }) => parent))).toEqual(new Set([outer?.callId]));
    expect(kept.output.split("\n")).toHaveLength(7);
    expect(found.output).toBe(kept.output.split("\n").find((line) => line.endsWith(id)));
    expect(found.output).toContain("  get-secure-score  ");
    expect(fixture.cloud.seen).toHaveLength(fixture.management.passed.length);
    const printed = [added, called, kept, log].map(({ output, errors }) => output + errors);
    expect(printed.join()).not.toContain(token);
  });

  it.each<[string, CloudOptions, readonly string[]]>([
    ["the costs are denied", { permissions: withoutCosts }, ["complete", "partial", "complete"]],
    [
      "the costs cannot be queried",
      {
        instead: ({ url }) =>
          url.pathname.includes("CostManagement") ? failure(400, "BadRequest", "No.") : undefined,
      },
      ["complete", "partial", "complete"],
    ],
    ["everything is denied", { permissions: [] }, ["denied", "denied", "denied"]],
    ["the token has expired", { instead: () => failures.expired }, ["failed", "failed", "failed"]],
  ])("keeps and names what there is if %s", async (_, options, statuses) => {
    await using fixture = await openFixture(options);

    const { called, data } = await discover(fixture);

    expect(called.code).toBe(0);
    expect(statusesIn(data)).toEqual(statuses);
    expect(valueAt(data, "/findings/resources")).toBe(statuses[0] === "complete" ? 7 : undefined);
  });

  it("sends nothing for a scope that the connection lacks", async () => {
    await using fixture = await openFixture();

    const { data } = await discover(fixture, "1c2a7582-2cf1-4eeb-9fd4-222233334444");

    expect(statusesIn(data)).toEqual(["denied", "denied", "denied"]);
    expect(valueAt(data, "/stages/0/parts/0/code")).toBe("connection-scope");
    expect(fixture.management.passed).toEqual([]);
  });

  it("runs by one command", { timeout: 120_000 }, async () => {
    const args = ["--conditions=@toolcourt/source", "examples/azure/run.ts", "--without-costs"];
    const { stdout: printed } = await promisify(execFile)(execPath, args, { cwd: root });

    expect(printed).toContain("inventory: complete\n  list-resources: complete\ncost: partial\n");
    expect(printed).toContain("The role Cost Management Reader would help.");
    expect(printed).toMatch(/results list --discovery (\S+)\n.* list-resources .* discovery \1$/m);
    expect(printed).toMatch(/\d+ requests went through API Management\.$/m);
  });
});

import { type JsonObject, parseJson } from "@toolcourt/sdk";
import { createAzureCommand } from "toolcourt/internal/cli/commands/azure/command";
import { createLoadAzure } from "toolcourt/internal/cli/commands/azure/load-azure";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CloudRequest, ok } from "../../packages/azure/src/testing/cloud/answer.ts";
import * as data from "../../packages/azure/src/testing/cloud/data.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openProject, type Project, scope, token } from "./world.ts";

let project: Project;
beforeAll(async () => {
  project = await openProject();
}, 60_000);
afterAll(() => project[Symbol.asyncDispose]());

const costReader = {
  actions: ["Microsoft.CostManagement/*/read", "Microsoft.Advisor/*/read"],
  notActions: [],
};

/** Answers a list of subscriptions, and nothing else, in its own way. */
function subscriptionsAre(value: readonly JsonObject[], more: JsonObject = {}) {
  return ({ url }: CloudRequest) =>
    url.pathname === "/subscriptions" ? ok({ value: [...value], ...more }) : undefined;
}

/** Returns subscriptions that the fixture does not have: a check of each ends at once. */
function many(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    subscriptionId: `0b1f6471-1bf0-4dda-aec3-${String(index).padStart(12, "0")}`,
    displayName: `Subscription ${index}`,
    state: "Enabled",
  }));
}

// Each command opens a gateway.
describe("toolcourt azure check", { timeout: 60_000 }, () => {
  it("finds the tiers of an identity in every subscription", async () => {
    project.cloud.become({});

    const { code, output, errors } = await project.toolcourt("azure", "check", "azure");

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output.split("\n").slice(0, 4)).toEqual([
      `azure in the subscription ${scope.subscriptionId}:`,
      "  inventory  the identity has it",
      "  cost       the identity has it",
      "  security   the identity has it",
    ]);
    expect(output.match(/in the subscription/g)).toHaveLength(3);
    expect(output).not.toContain(token);
  });

  it("names the role for each tier that is declared and missing", async () => {
    project.cloud.become({ permissions: [costReader] });

    const { code, output } = await project.toolcourt("azure", "check", "azure");

    expect(code).toBe(1);
    expect(output).toContain("  cost       the identity has it\n");
    expect(output).toContain("  security   the identity lacks it; assign the role Reader");
  });

  it("asks for the named subscriptions only, and prints JSON", async () => {
    project.cloud.become({});
    const levels = [`tenantId=${scope.tenantId}`, `subscriptionId=${scope.subscriptionId}`];
    await project.addConnection("one", [
      ...levels.flatMap((level) => ["--level", level]),
      "--tier",
      "inventory",
    ]);

    const { code, output } = await project.toolcourt("azure", "check", "one", "--json");

    expect(code).toBe(0);
    expect(parseJson(output)).toMatchObject({
      connection: "one",
      scopes: [
        {
          scope,
          tiers: [
            { tier: "inventory", isDeclared: true, isHeld: true },
            { tier: "cost", isDeclared: false, isHeld: true },
            { tier: "security", isDeclared: false },
          ],
        },
      ],
    });
    expect(project.management.passed.at(-1)).toContain("/permissions?api-version=2022-04-01");
  });

  it("reports why permissions cannot be read", async () => {
    project.cloud.become({});
    const levels = ["--level", `tenantId=${scope.tenantId}`, "--level", "subscriptionId=gone"];
    await project.addConnection("gone", [...levels, "--tier", "inventory"]);

    const { code, output } = await project.toolcourt("azure", "check", "gone");

    expect(code).toBe(1);
    expect(output).toMatch(/^gone in the subscription gone:\n {2}\w/);
  });

  it.each([
    [["check"], "Name the connection."],
    [["check", "nothing"], "There is no connection nothing."],
    [["plan", "moon"], "There is no plan moon; there are discovery and cosmos."],
    [["fly"], "There is no action fly; there are check and plan."],
  ])("refuses %j with one sentence", async (args, sentence) => {
    const { code, errors } = await project.toolcourt("azure", ...args);

    expect(code).toBe(2);
    expect(errors).toContain(sentence);
  });

  it.each([
    ["there is no subscription", [], "There is no subscription to check."],
    ["there are more than a hundred", many(101), "Only 100 of 101 subscriptions were checked"],
  ])("ends with 1 and says so if %s", async (_name, subscriptions, sentence) => {
    project.cloud.become({ instead: subscriptionsAre(subscriptions) });

    const { code, output } = await project.toolcourt("azure", "check", "azure");

    expect(code).toBe(1);
    expect(output).toContain(sentence);
  });

  it("ends with 1 if Azure did not list everything", async () => {
    const listed = data.subscriptions.slice(0, 1);
    // A page that comes again ends a list early.
    const nextLink = "https://management.azure.com/subscriptions?api-version=2022-12-01&again=1";
    project.cloud.become({ instead: subscriptionsAre(listed, { nextLink }) });

    const { code, output } = await project.toolcourt("azure", "check", "azure", "--json");

    expect(code).toBe(1);
    expect(parseJson(output)).toMatchObject({
      gap: "Azure did not list all subscriptions: the others were not checked.",
    });
  });

  it.each([
    ["cost", ["--tier", "cost"], "add it again with --tier inventory"],
    [
      "group",
      ["--tier", "inventory", "--level", "resourceGroup=shop"],
      "check one without --level resourceGroup=<name>",
    ],
  ])("refuses the connection %s before anything is sent", async (name, flags, sentence) => {
    project.cloud.become({});
    const levels = [`tenantId=${scope.tenantId}`, `subscriptionId=${scope.subscriptionId}`];
    await project.addConnection(name, [...levels.flatMap((each) => ["--level", each]), ...flags]);

    const { code, errors } = await project.toolcourt("azure", "check", name);

    expect(code).toBe(2);
    expect(errors).toContain(sentence);
    expect(project.cloud.seen).toEqual([]);
  });

  it("refuses a connection without one tenant", async () => {
    await project.addConnection("wide", ["--level", "tenantId=any", "--tier", "inventory"]);

    const { code, errors } = await project.toolcourt("azure", "check", "wide");

    expect(code).toBe(2);
    expect(errors).toContain("--level tenantId=<id>");
  });
});

describe("toolcourt azure plan", { timeout: 60_000 }, () => {
  it.each([
    [[], "subscriptionDeploymentTemplate"],
    [["discovery"], "Toolcourt security"],
    [["cosmos"], "Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions"],
  ])("prints the template of %j and sends nothing", async (what, part) => {
    project.cloud.become({});

    const { code, output } = await project.toolcourt("azure", "plan", ...what);

    expect(code).toBe(0);
    expect(parseJson(output)).toHaveProperty("contentVersion", "1.0.0.0");
    expect(output).toContain(part);
    expect(project.cloud.seen).toEqual([]);
  });

  it.each([
    ["is missing", () => Promise.reject(new Error("There is no such module."))],
    ["is of another version", async () => ({ tiers: [] })],
  ])("says how to install the package if it %s", async (_name, load) => {
    const command = createAzureCommand(createLoadAzure(load));

    const { code, errors } = await run(["azure", "plan"], { command });

    expect(code).toBe(2);
    expect(errors).toContain("This command needs the package @toolcourt/azure");
    expect(errors).toContain("npm install @toolcourt/azure");
  });
});

import { isJsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { token, withoutCosts } from "../../examples/azure/fixture.ts";
import { ok } from "../../packages/azure/src/testing/cloud/answer.ts";
import { type CloudOptions, createCloud } from "../../packages/azure/src/testing/cloud/cloud.ts";
import * as data from "../../packages/azure/src/testing/cloud/data.ts";
import { authorizationFailed } from "../../packages/azure/src/testing/cloud/failures.ts";
import { openCloud } from "../../packages/azure/src/testing/cloud/open-cloud.ts";
import { run, today } from "../../packages/testing/src/terminal.ts";
import { runArm } from "../../scripts/azure-live/arm.ts";

const flags = [
  "--kind token --token - --origin https://management.azure.com",
  `--level tenantId=${data.tenantId} --level subscriptionId=any`,
  "--tier inventory --tier cost --tier security",
].flatMap((line) => line.split(" "));

/** Runs the whole smoke test with the fixture cloud in place of Azure. */
async function smoke(options: CloudOptions = {}) {
  const cloud = createCloud({ pageSize: 1000, ...options });
  await using server = await openCloud(cloud);
  const recorded = new Map<string, string>();
  const printed: string[] = [];
  const { lines, failed } = await runArm({
    environment: {
      TOOLCOURT_AZURE_TENANT_ID: data.tenantId,
      TOOLCOURT_AZURE_SUBSCRIPTION_ID: data.subscriptionId,
      TOOLCOURT_AZURE_APIM_URL: `http://127.0.0.1:${server.port}`,
      TOOLCOURT_AZURE_APIM_KEY: "key-of-the-operator",
    },
    toolcourt: async (args, at) => {
      const ran = await run(args, at);
      printed.push(ran.output, ran.errors);
      return ran;
    },
    now: new Date(today),
    connection: { flags, input: `${token}\n` },
    record: async (file, text) => void recorded.set(file, text),
  });
  return { lines, failed, cloud, recorded, printed: printed.join("\n") };
}

const tools = [
  "check-access",
  "list-subscriptions",
  "count-resources",
  "list-score-controls",
  "list-policy-states",
  "query-costs-between",
  "list-resources",
  "query-costs",
  "list-cost-advice",
  "list-assessments",
  "get-secure-score",
  "summarize-compliance",
  "list-providers",
];

// Each command opens a whole gateway.
describe("npm run azure:live", { timeout: 120_000 }, () => {
  it("calls every tool once, within the cap, and finds no difference to the fixture", async () => {
    const { lines, failed, cloud, recorded, printed } = await smoke();

    expect(lines).toEqual([
      ...tools.map((tool) => `${tool}: complete`),
      "14 of at most 30 requests were sent.",
    ]);
    expect(failed).toBe(false);
    expect(cloud.seen).toHaveLength(14);
    const keys = cloud.seen.map(({ headers }) => headers["ocp-apim-subscription-key"]);
    expect(new Set(keys)).toEqual(new Set(["key-of-the-operator"]));
    expect(recorded.size).toBe(14);
    const all = `${printed}${[...recorded.values()].join("\n")}`;
    expect(all).not.toContain(token);
    expect(all).not.toContain("key-of-the-operator");
  });

  it("names keys that differ, and fails for an answer that does not fit its schema", async () => {
    const { lines, failed } = await smoke({
      instead: ({ url }) => {
        if (url.pathname.endsWith("/secureScores/ascScore")) return ok({ properties: {} });
        if (url.pathname !== "/subscriptions") return undefined;
        return ok({ value: data.subscriptions.map((each) => ({ ...each, managedBy: [] })) });
      },
    });

    expect(failed).toBe(true);
    expect(lines).toContain("GET /subscriptions: only the live answer has value[].managedBy");
    expect(lines.find((line) => line.startsWith("get-secure-score: failed."))).toContain(
      "(output-invalid)",
    );
  });

  it("fails if every tool is denied", async () => {
    const { lines, failed } = await smoke({
      instead: ({ url }) => authorizationFailed("Microsoft.Resources/read", url.pathname),
    });

    expect(lines.filter((line) => line.includes(": denied."))).toHaveLength(tools.length);
    expect(failed).toBe(true);
  });

  it("sends thirty requests and no more, and fails neither for that nor for a denial", async () => {
    const { lines, failed, cloud } = await smoke({
      permissions: withoutCosts,
      instead: ({ url }) => {
        if (!/secureScoreControls|recommendations/.test(url.pathname)) return undefined;
        const next = new URL(url);
        next.searchParams.set("$skiptoken", `${Number(url.searchParams.get("$skiptoken")) + 1}`);
        const [first] = /recomm/.test(url.pathname) ? data.advice : data.scoreControls;
        const item = isJsonObject(first) ? { ...first, name: next.search } : {};
        return ok({ value: [item], nextLink: next.href });
      },
    });

    expect(cloud.seen).toHaveLength(30);
    expect(failed).toBe(false);
    expect(lines).toContain("list-score-controls: partial");
    expect(lines.find((line) => line.startsWith("query-costs: denied."))).toContain(
      "The role Cost Management Reader would help.",
    );
    expect(lines).toContain("list-providers: not asked, the cap is reached");
    expect(lines.at(-1)).toBe("30 of at most 30 requests were sent.");
  });
});

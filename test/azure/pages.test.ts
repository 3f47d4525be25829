import { isJsonArray, type JsonObject, valueAt } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CloudAnswer, CloudRequest } from "../../packages/azure/src/testing/cloud/answer.ts";
import {
  assessments,
  policyStates,
  providers,
  resources,
} from "../../packages/azure/src/testing/cloud/data.ts";
import { dataOf, openWorld, refusalOf, scope, type World } from "./world.ts";

const inventory = { tier: "inventory", scope };
const security = { tier: "security", scope };

function idsIn(result: JsonObject, list: string): readonly unknown[] {
  const items = dataOf(result, `/${list}`);
  return isJsonArray(items) ? items.map((each) => valueAt(each, "/id")) : [];
}

function graph(answer: (body: JsonObject) => JsonObject) {
  return ({ url, body = {} }: CloudRequest): CloudAnswer | undefined =>
    url.pathname.endsWith("/resources") ? { status: 200, body: answer(body) } : undefined;
}

function pageOf(more: JsonObject): JsonObject {
  const data = [...resources(2)];
  return { totalRecords: 6, count: 2, data, facets: [], resultTruncated: "false", ...more };
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

// Answers are cached by their arguments, so each test has its own.
describe("the pages of the Azure tools", () => {
  it("hold 2,500 resources in three requests, each once", async () => {
    world.cloud.become({ resources: 2500 });

    const result = await world.call("list-resources", inventory);

    const ids = idsIn(result, "resources");
    expect(ids).toHaveLength(2500);
    expect(new Set(ids).size).toBe(2500);
    expect(dataOf(result, "/total")).toBe(2500);
    expect(result).toMatchObject({
      metadata: { discovery: { counts: { pages: 3, items: 2500 }, complete: true } },
    });
    expect(world.cloud.seen).toHaveLength(3);
  }, 60_000);

  it.each([
    [{ location: "northeurope" }, 3],
    [{ provider: "Microsoft.Storage", kind: "virtualMachines" }, 0],
    [{ provider: "Microsoft.Compute", kind: "VIRTUALMACHINES", location: "westeurope" }, 2],
  ])("hold only what fits %j", async (filter, total) => {
    world.cloud.become({});

    const result = await world.call("list-resources", { ...inventory, ...filter });

    expect(dataOf(result, "/total")).toBe(total);
  });

  it.each([{ provider: "Microsoft.Storage" }, { kind: "virtualMachines" }])(
    "are not fetched by half a type: %j",
    async (filter) => {
      world.cloud.become({});

      const { code } = await refusalOf(world.call("list-resources", { ...inventory, ...filter }));

      expect(code).toBe("input-invalid");
      expect(world.cloud.seen).toEqual([]);
    },
  );

  it("end with a page that comes again under another token", async () => {
    let token = 0;
    const instead = graph(() => {
      token += 1;
      return pageOf({ $skipToken: `t${token}` });
    });
    world.cloud.become({ instead });

    const result = await world.call("list-resources", { ...inventory, location: "again" });

    expect(idsIn(result, "resources")).toHaveLength(2);
    expect(result).toMatchObject({ metadata: { discovery: { complete: false } } });
    expect(world.cloud.seen).toHaveLength(2);
  });

  it("end with a token that was used before", async () => {
    const pages = [...resources(4)];
    const instead = graph((body) => {
      const isSecond = valueAt(body, "/options/$skipToken") === "a";
      return pageOf({
        data: isSecond ? pages.slice(2) : pages.slice(0, 2),
        $skipToken: isSecond ? "b" : "a",
      });
    });
    world.cloud.become({ instead });

    const result = await world.call("list-resources", { ...inventory, location: "loop" });

    expect(result).toMatchObject({ metadata: { discovery: { complete: false } } });
    expect(world.cloud.seen.length).toBeLessThanOrEqual(4);
  });

  it("are incomplete if Resource Graph cut the rows off", async () => {
    world.cloud.become({
      instead: graph(() => pageOf({ totalRecords: 2, resultTruncated: "true" })),
    });

    const result = await world.call("list-resources", { ...inventory, location: "cut" });

    expect(result).toMatchObject({ metadata: { discovery: { complete: false } } });
  });

  it.each([
    ["to another host", "https://evil.example/page2"],
    ["to the gateway itself", "https://localhost:1/arm/page2"],
    ["to another scheme", "http://management.azure.com/page2"],
  ])("are not fetched by a link %s", async (_name, nextLink) => {
    world.cloud.become({
      instead: () => ({ status: 200, body: { value: [...assessments], nextLink } }),
    });

    const { code } = await refusalOf(world.call("list-assessments", security));

    expect(code).toBe("egress-refused");
    expect(world.cloud.seen).toHaveLength(1);
  });

  it("are fetched through the gateway by a relative link", async () => {
    world.cloud.become({
      instead: ({ url }) => {
        if (url.searchParams.has("$skiptoken")) return undefined;
        const nextLink = `${url.pathname}?api-version=2021-04-01&$skiptoken=2`;
        return { status: 200, body: { value: providers.slice(0, 2), nextLink } };
      },
    });

    const result = await world.call("list-providers", inventory);

    expect(dataOf(result, "/providers")).toHaveLength(3);
    expect(world.cloud.seen).toHaveLength(2);
  });

  it.each([
    ["Compliant", 999, { counts: { pages: 2, items: 999 }, complete: true }],
    ["NonCompliant", 2500, { counts: { pages: 2, items: 1000 }, complete: false }],
  ])("of %s states, %i in all, tell whether there are more", async (state, count, discovery) => {
    const states = Array.from({ length: count }, (_each, index) => ({
      ...policyStates[0],
      resourceId: `/r${index}`,
      complianceState: state,
    }));
    world.cloud.become({ pageSize: 500, policyStates: states });

    const result = await world.call("list-policy-states", { ...security, state });

    expect(result).toMatchObject({ metadata: { discovery } });
  });

  it("of costs are fetched by POST, with the body of the first", async () => {
    world.cloud.become({});

    const result = await world.call("query-costs", {
      tier: "cost",
      scope,
      timeframe: "MonthToDate",
      measure: "ActualCost",
      groupBy: "ServiceName",
      granularity: "Daily",
    });

    expect(dataOf(result, "/rows")).toHaveLength(6);
    const [first, second] = world.cloud.seen;
    expect(second).toMatchObject({ method: "POST", body: first?.body });
    expect(second?.headers["clienttype"]).toBe("toolcourt");
  });
});

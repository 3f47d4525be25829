import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { failures } from "../../packages/azure/src/testing/cloud/failures.ts";
import {
  cost,
  inventory,
  openWorld,
  refusalOf,
  scope,
  security,
  token,
  type World,
} from "./world.ts";

// The twelve cases that the requirements imply (S2-40), each by its name and through the tools for
// Azure, before API Management and the fixture cloud.

const levels = ["--level", `tenantId=${scope.tenantId}`, "--level", "subscriptionId=any"];

// Commands run in 2026, so that a connection may end between its command and the gateway.
const aheadMs = Date.UTC(2030, 0, 1) - systemClock.now();
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
const retry = { attempts: 3, max_wait: "PT0.001S" };

let world: World;
/** Has a tool that is disabled, and a budget of one retry. */
let narrow: World;
beforeAll(async () => {
  world = await openWorld({
    clock,
    sets: [
      {
        name: "drafted",
        drafts: true,
        base: "https://management.azure.com",
        connection: "argument",
        profile: ["core", "cloud-discovery"],
      },
    ],
    egress: { retry: { ...retry, budget: 1_000 }, max_payload: "2KB" },
  });
  narrow = await openWorld({
    set: { tool_denylist: ["list-providers"] },
    egress: { retry: { ...retry, budget: 1 } },
  });
}, 120_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await narrow[Symbol.asyncDispose]();
});

/** Returns the code of a refusal, and how many requests reached Azure. */
async function told({ call, cloud }: World, tool: string, given: JsonObject) {
  const { code } = await refusalOf(call(tool, given));
  return [code, cloud.seen.length] as const;
}

const draft = {
  openapi: "3.1.0",
  info: { title: "Widgets", version: "1" },
  paths: {
    "/subscriptions/{subscriptionId}/widgets": {
      get: {
        operationId: "list-widgets",
        description: "Lists the widgets of a subscription.",
        parameters: [
          { name: "subscriptionId", in: "path", required: true, schema: { type: "string" } },
        ],
        responses: { 200: { description: "All." } },
      },
    },
  },
};

describe("S2-40 with the tools for Azure", { timeout: 60_000 }, () => {
  it("expired or revoked connection", async () => {
    world.cloud.become({});
    const ended = ["--expires-at", "2027-01-01T00:00:00Z"];
    await world.addConnection("ended", [...levels, "--tier", "inventory", ...ended]);
    await world.addConnection("revoked", [...levels, "--tier", "inventory"]);
    await world.toolcourt("connections", "revoke", "revoked");

    const codes = [
      await told(world, "list-resources", { ...inventory, connection_id: "ended" }),
      await told(world, "list-resources", { ...inventory, connection_id: "revoked" }),
    ];

    expect(codes).toEqual([
      ["connection-expired", 0],
      ["connection-revoked", 0],
    ]);
  });

  it("scope outside the connection", async () => {
    world.cloud.become({});
    const only = ["--level", `tenantId=${scope.tenantId}`, "--level", "subscriptionId=other"];
    await world.addConnection("elsewhere", [...only, "--tier", "inventory"]);

    const given = { ...inventory, connection_id: "elsewhere" };
    expect(await told(world, "list-resources", given)).toEqual(["connection-scope", 0]);
  });

  it("tier not authorised", async () => {
    world.cloud.become({});
    await world.addConnection("inventory-only", [...levels, "--tier", "inventory"]);

    const given = { ...cost, connection_id: "inventory-only" };
    expect(await told(world, "query-costs", given)).toEqual(["connection-tier", 0]);
  });

  it("401 vs 403 vs 401-RBAC (cost)", async () => {
    const codes: unknown[] = [];
    for (const answer of [failures.expired, failures["graph-denied"], failures["cost-denied"]]) {
      world.cloud.become({ instead: () => answer });
      codes.push(await told(world, "query-costs", cost));
    }

    expect(codes).toEqual([
      ["target-unauthenticated", 1],
      ["target-denied", 1],
      ["target-denied", 1],
    ]);
  });

  it("429 with and without budget", async () => {
    const throttled = { ...failures.throttled, headers: { "retry-after": "0" } };
    let left = 2;
    const instead = () => {
      left -= 1;
      return left < 0 ? undefined : throttled;
    };
    world.cloud.become({ instead });
    await world.call("get-secure-score", security);
    narrow.cloud.become({ instead: () => throttled });

    expect(world.cloud.seen).toHaveLength(3);
    expect(await told(narrow, "get-secure-score", security)).toEqual(["target-throttled", 2]);
  });

  it("nextLink pointing off-gateway", async () => {
    const body = { value: [], nextLink: "https://evil.example/page2" };
    world.cloud.become({ instead: () => ({ status: 200, body }) });

    expect(await told(world, "list-assessments", security)).toEqual(["egress-refused", 1]);
  });

  it("204", async () => {
    world.cloud.become({});
    const result = await world.call("query-costs", { ...cost, timeframe: "TheLastBillingMonth" });

    expect(result).toMatchObject({
      data: { rows: [] },
      metadata: { discovery: { complete: true } },
    });
  });

  it("oversize payload", async () => {
    world.cloud.become({});
    const refusal = await refusalOf(
      world.call("list-resources", { ...inventory, location: "a".repeat(3_000) }),
    );

    expect(refusal).toMatchObject({ code: "egress-refused", details: { rule: "payload-size" } });
    expect(world.cloud.seen).toEqual([]);
  });

  it("pending and disabled tool", async () => {
    for (const { cloud } of [world, narrow]) cloud.become({});
    await world.folder.write("widgets.json", JSON.stringify(draft));
    const into = ["--into", "drafted", "--tier", "inventory"];
    const imported = await world.toolcourt("drafts", "import", "widgets.json", ...into);
    const shown = await world.toolcourt("drafts", "show", "drafted/list-widgets", "--json");

    expect(imported.errors).toBe("");
    expect(JSON.parse(shown.output)).toMatchObject({ state: "pending" });
    // A running gateway soon learns of the draft.
    await vi.waitFor(async () => {
      expect(await told(world, "list-widgets", inventory)).toEqual(["draft-pending", 0]);
    }, 20_000);
    expect(await told(narrow, "list-providers", inventory)).toEqual(["tool-unknown", 0]);
  });

  it("token in args", async () => {
    world.cloud.become({});
    const hidden = { ...scope, resourceGroup: `ghp_${"a1B2".repeat(9)}` };
    const codes = [
      await told(world, "list-resources", { ...inventory, access_token: "x" }),
      await told(world, "list-resources", { ...inventory, scope: hidden }),
    ];

    expect(codes).toEqual([
      ["input-invalid", 0],
      ["input-invalid", 0],
    ]);
  });

  it("token echoed by upstream", async () => {
    const value = [{ subscriptionId: scope.subscriptionId, displayName: token, state: "Enabled" }];
    world.cloud.become({ instead: () => ({ status: 200, body: { value } }) });
    const { tenantId } = scope;

    const result = await world.call("list-subscriptions", {
      tier: "inventory",
      scope: { tenantId },
    });

    expect(result).toMatchObject({ data: { subscriptions: [{ state: "Enabled" }] } });
    expect(JSON.stringify(result)).not.toContain(token);
  });

  it("policy document missing (must fail closed)", async () => {
    await using closed = await openWorld({ config: { policy: { file: "policy.yaml" } } });

    expect(await told(closed, "list-resources", inventory)).toEqual(["policy-denied", 0]);
  });
});

import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { UpstreamCall } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonObject } from "@toolcourt/sdk";
import { toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { callLive, mayCallLive, planLive } from "./call-live.ts";

const tool = (name: string, annotations: JsonObject) =>
  toolContract({ name, terms: {}, effect: "write", asReceived: { name, annotations } });

describe("mayCallLive", () => {
  it.each([
    [tool("list_files", { readOnlyHint: true }), true],
    [tool("list_files", {}), false],
    [tool("send_mail", { readOnlyHint: true }), false],
    [tool("wipe_disk", { readOnlyHint: true, destructiveHint: true }), false],
    [{ ...tool("list_files", {}), effect: "read", terms: { effect: "read" } } as const, true],
    [{ ...tool("list_files", { readOnlyHint: true }), terms: { effect: "write" } } as const, false],
  ])("requires an explicit read declaration, not a name: %#", (contract, allowed) => {
    expect(mayCallLive(contract)).toBe(allowed);
  });
});

describe("planLive", () => {
  it("takes the examples first, then generated inputs, up to the limit", async () => {
    await using engine = createSchemaEngine({ clock: createFakeClock() });
    const examples = [{ description: "One", params: { city: "Bern" }, expectedResult: {} }];
    const contract = toolContract({ terms: { examples } });

    const plan = await planLive(contract, { engine, seed: 7, calls: 4 });

    expect(plan.inputs).toHaveLength(4);
    expect(plan.inputs[0]).toEqual({ city: "Bern" });
    expect(await planLive(contract, { engine, seed: 7, calls: 4 })).toEqual(plan);
  });
});

function live(callTool: (call: UpstreamCall) => Promise<JsonObject>) {
  return {
    upstream: { callTool },
    clock: createFakeClock(),
    signal: new AbortController().signal,
    patienceMs: 1_000,
  };
}

describe("callLive", () => {
  const plan = { tool: "get", inputs: [{ id: 1 }, { id: 2 }, { id: 3 }] };

  it("keeps every answer with its input, and skips failures and requests for input", async () => {
    const samples = await callLive(
      plan,
      live(async ({ arguments: { id } }) => {
        if (id === 1) throw new Error("lost");
        return id === 2 ? { inputRequests: {} } : { content: [] };
      }),
    );

    expect(samples).toEqual([{ tool: "get", arguments: { id: 3 }, result: { content: [] } }]);
  });

  it("stops when aborted", async () => {
    const leaving = new AbortController();
    const options = live(() => new Promise(() => leaving.abort(new Error("enough"))));

    await expect(callLive(plan, { ...options, signal: leaving.signal })).rejects.toThrow("enough");
  });
});

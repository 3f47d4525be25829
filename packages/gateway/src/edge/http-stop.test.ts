import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { fakeGatewayApi, openFakeHttp } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { CheckedResult } from "../pipeline/call.ts";
import type { GatewayApi } from "./entrance.ts";

const fine: CheckedResult = { content: [], isError: false };

/** Starts one call in the given lane. */
async function setUp(lane: "fast" | "other", callTool: GatewayApi["callTool"]) {
  const clock = createFakeClock();
  const called = Promise.withResolvers<void>();
  const gateway = fakeGatewayApi({
    listed: () => [],
    callTool: (call, signal) => {
      called.resolve();
      return callTool(call, signal);
    },
  });
  const server = await openFakeHttp(gateway, clock);
  const call = (): Promise<Response> =>
    fetch(server.url, {
      method: "POST",
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "any", ...(lane === "other" && { _meta: { progressToken: 1 } }) },
      }),
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
    });
  const running = call();
  await called.promise;
  return { clock, server, running, call };
}

describe.each(["fast", "other"] as const)("closing the HTTP entrance, %s lane", (lane) => {
  it("waits for a running call", async () => {
    const answer = Promise.withResolvers<CheckedResult>();
    const { server, running } = await setUp(lane, () => answer.promise);

    const stopped = server[Symbol.asyncDispose]();
    answer.resolve(fine);

    expect(await (await running).text()).toContain('"isError":false');
    await expect(stopped).resolves.toBeUndefined();
  });

  it("accepts no new call", async () => {
    const answer = Promise.withResolvers<CheckedResult>();
    const { server, running, call } = await setUp(lane, () => answer.promise);

    const stopped = server[Symbol.asyncDispose]();
    const late = await call().then(
      ({ status }) => status,
      () => "closed",
    );
    answer.resolve(fine);
    await (await running).text();

    expect([503, "closed"]).toContain(late);
    await stopped;
  });

  it("refuses calls still running after four seconds, and ends within five", async () => {
    const { clock, server, running } = await setUp(
      lane,
      (_call, signal) =>
        new Promise((_, reject) => {
          const end = new Refusal("cancelled", { tool: "any", mayHaveActed: true });
          signal.addEventListener("abort", () => reject(end));
        }),
    );

    const stopped = server[Symbol.asyncDispose]();
    await clock.advance(4_000);

    expect(await (await running).text()).toContain('"code":7002');
    await expect(stopped).resolves.toBeUndefined();
  });

  it("does not wait for a tool that ignores the abort", async () => {
    const { clock, server, running } = await setUp(lane, () => new Promise(() => undefined));
    const outcome = running.then((response) => response.text()).catch(() => "");

    const stopped = server[Symbol.asyncDispose]();
    await clock.advance(4_500);

    await expect(stopped).resolves.toBeUndefined();
    expect(await outcome).toBe("");
  });
});

import type { ToolContract } from "@toolcourt/sdk";
import { approvedCall, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createHoldSecret } from "../../boundary/secrets/secret.ts";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import { envelopeSchema } from "../envelope/envelope-schema.ts";
import { createCache } from "./cache.ts";

const output: CheckedResult = { content: [], structuredContent: { celsius: 21 }, isError: false };

function callOf(differences: Partial<ToolContract>): ApprovedCall {
  return approvedCall({ registered: registeredTool({ contract: toolContract(differences) }) });
}

describe("cache", () => {
  it("returns the stored answer for the same call", () => {
    const cache = createCache({ clock: createFakeClock() });
    cache.write(approvedCall(), output);

    expect(cache.read(approvedCall())).toEqual(output);
  });

  it.each<Partial<ApprovedCall>>([
    { input: { city: "Bern" } },
    { principal: { id: "grace", permissions: "all" } },
    { principal: { ...approvedCall().principal, tenant: "another" } },
    { grant: { statement: "another" } },
    { grant: { ...approvedCall().grant, caps: { resultBytes: { max: 9, limit: "small" } } } },
    { registered: registeredTool({ contract: toolContract({ digest: "sha256:another" }) }) },
  ])("misses for a different call: %j", (differences) => {
    const cache = createCache({ clock: createFakeClock() });
    cache.write(approvedCall(), output);

    expect(cache.read(approvedCall(differences))).toBeUndefined();
  });

  it("misses for another token of the same caller, which may differ in power", () => {
    const cache = createCache({ clock: createFakeClock() });
    const hold = createHoldSecret(Buffer.alloc(32, 1));
    const over = (token: string): ApprovedCall => {
      const presented = { issuer: "https://idp.example", token: hold(token) };
      const used = { id: "c1", tenant: "", origins: [], caller: { id: "ada", presented } };
      const outgoing = { tool: "t", operation: "", effect: "read" as const, connection: used };
      return approvedCall({ connection: { kind: "made", outgoing } });
    };
    cache.write(over("a wide token"), output);

    expect(cache.read(over("a wide token"))).toEqual(output);
    expect(cache.read(over("a narrow token"))).toBeUndefined();
  });

  it.each(["caller", "operator"] as const)(
    "stores nothing that needs approval by the %s",
    (approval) => {
      const cache = createCache({ clock: createFakeClock() });
      const { settings } = registeredTool();
      const call = approvedCall({
        registered: registeredTool({ settings: { ...settings, approval } }),
      });
      cache.write(call, output);

      expect(cache.read(call)).toBeUndefined();
    },
  );

  it("neither serves nor stores a call that brings answers", () => {
    const cache = createCache({ clock: createFakeClock() });
    const resumed = approvedCall({ resumption: { requestState: "s" } });
    cache.write(resumed, { ...output, isError: false });
    const afterResumed = cache.read(approvedCall());
    cache.write(approvedCall(), output);

    expect(afterResumed).toBeUndefined();
    expect(cache.read(resumed)).toBeUndefined();
  });

  it("expires as the contract says", async () => {
    const clock = createFakeClock();
    const cache = createCache({ clock });
    cache.write(approvedCall(), output);

    await clock.advance(299_999);
    const justInTime = cache.read(approvedCall());
    await clock.advance(1);

    expect(justInTime).toEqual(output);
    expect(cache.read(approvedCall())).toBeUndefined();
  });

  it.each<Partial<ToolContract>>([
    { effect: "write" },
    { effect: "destroy" },
    { terms: { cacheTTL: 300 } },
    { terms: { cacheable: true } },
    { terms: { cacheable: true, cacheTTL: 0 } },
    { terms: { cacheable: false, cacheTTL: 300 } },
  ])("stores nothing of a tool that is %j", (differences) => {
    const cache = createCache({ clock: createFakeClock() });
    cache.write(callOf(differences), output);

    expect(cache.read(callOf(differences))).toBeUndefined();
  });

  it("uses the category's lifetime if the contract gives none", async () => {
    const clock = createFakeClock();
    const cache = createCache({ clock });
    const call = callOf({ terms: { category: "query", cacheable: true } });
    cache.write(call, output);

    await clock.advance(59_999);
    const justInTime = cache.read(call);
    await clock.advance(1);

    expect(justInTime).toEqual(output);
    expect(cache.read(call)).toBeUndefined();
  });

  it("stores no errors", () => {
    const cache = createCache({ clock: createFakeClock() });
    cache.write(approvedCall(), { ...output, isError: true });

    expect(cache.read(approvedCall())).toBeUndefined();
  });

  it("gives a served tool's envelope the ids of the call that reads it", () => {
    const cache = createCache({ clock: createFakeClock() });
    const registered = registeredTool({
      contract: toolContract({ output: envelopeSchema({ type: "object" }) }),
    });
    const metadata = { toolVersion: "1.0.0", traceId: "of the first", cached: false };
    const first = { data: { celsius: 21 }, agentHints: {}, metadata };
    const traceId = "11111111-2222-4333-8444-555555555555";
    cache.write(approvedCall({ registered }), {
      content: [{ type: "text", text: JSON.stringify(first) }],
      structuredContent: first,
      isError: false,
    });

    const read = cache.read(approvedCall({ registered, traceId }));

    expect(read?.structuredContent).toMatchObject({
      data: { celsius: 21 },
      metadata: { toolVersion: "1.0.0", traceId, cached: true },
    });
    expect(read?.content).toEqual([
      { type: "text", text: JSON.stringify(read?.structuredContent) },
    ]);
  });

  it("stores nothing for input without a canonical form", () => {
    const cache = createCache({ clock: createFakeClock() });
    const call = approvedCall({ input: { city: "\ud800" } });
    cache.write(call, output);

    expect(cache.read(call)).toBeUndefined();
  });

  it.each([{ maxEntries: 1 }, { maxBytes: 200 }])("grows no larger than %j", (limits) => {
    const cache = createCache({ clock: createFakeClock(), ...limits });
    cache.write(approvedCall(), output);
    cache.write(approvedCall({ input: { city: "Bern" } }), output);

    expect(cache.read(approvedCall())).toBeUndefined();
  });
});

import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { createRevise, type DigestedPair } from "./revise-apart.ts";

// Starts threads that load the schema engine.
const slow = { timeout: 30_000 };

function pairOf(now: JsonObject, digest = "now"): DigestedPair {
  return { server: "weather", tool: "get-forecast", was: tool(), now, digests: ["was", digest] };
}

const narrower = tool({
  inputSchema: {
    type: "object",
    properties: { city: { type: "string", enum: ["Geneva"] } },
    required: ["city"],
    additionalProperties: false,
  },
});

describe("createRevise", slow, () => {
  it("proves a break with an input that the new contract refuses", async () => {
    const revise = createRevise(systemClock);

    const revised = await revise(pairOf(narrower));

    expect(revised).toMatchObject({ fate: "breaking", drift: "breaking" });
    expect(revised?.parts[0]).toMatchObject({ witness: { side: "input" } });
  });

  it("compares the same contracts once", async () => {
    const revise = createRevise(systemClock);

    const [first, again, other] = await Promise.all([
      revise(pairOf(narrower)),
      revise(pairOf(narrower)),
      revise(pairOf(tool(), "other")),
    ]);

    expect(again).toBe(first);
    expect(other).toMatchObject({ fate: "none" });
  });

  it("gives up on a comparison that takes too long, and goes on with the next", async () => {
    const clock = createFakeClock();
    const revise = createRevise(clock);
    const late = revise(pairOf(narrower));

    await clock.advance(10_000);

    expect(await late).toBeUndefined();
    expect(await revise(pairOf(tool(), "other"))).toMatchObject({ fate: "none" });
  });

  it("knows nothing of a contract that cannot be read", async () => {
    expect(await createRevise(systemClock)(pairOf({ name: 1 }))).toBeUndefined();
  });
});

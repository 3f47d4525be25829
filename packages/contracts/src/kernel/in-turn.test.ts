import { describe, expect, it } from "vitest";
import { createInTurn } from "./in-turn.ts";

describe("createInTurn", () => {
  it("runs tasks one after the other, even after a failed one", async () => {
    const inTurn = createInTurn();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      if (name === "a") throw new Error("failed");
      return name;
    };

    const [a, b] = await Promise.allSettled([inTurn(work("a")), inTurn(work("b"))]);

    expect(steps).toEqual(["a begins", "a ends", "b begins", "b ends"]);
    expect([a.status, b.status]).toEqual(["rejected", "fulfilled"]);
  });
});

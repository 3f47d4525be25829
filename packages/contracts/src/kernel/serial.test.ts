import { describe, expect, it } from "vitest";
import { createSerial } from "./serial.ts";

describe("createSerial", () => {
  it("runs tasks one after the other, even after a failed one", async () => {
    const serial = createSerial();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      if (name === "a") throw new Error("failed");
      return name;
    };

    const [a, b] = await Promise.allSettled([serial(work("a")), serial(work("b"))]);

    expect(steps).toEqual(["a begins", "a ends", "b begins", "b ends"]);
    expect([a.status, b.status]).toEqual(["rejected", "fulfilled"]);
  });
});

import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { Remembered } from "./server-lists.ts";

function setUp() {
  const clock = createFakeClock();
  const loads: PromiseWithResolvers<string>[] = [];
  const remembered = new Remembered({
    clock,
    load: () => {
      const load = Promise.withResolvers<string>();
      loads.push(load);
      return load.promise;
    },
    goodForMs: (value) => (value === "short" ? 10 : 1_000),
    isStopgap: (value) => value === "stopgap",
  });
  return { clock, loads, remembered };
}

describe("Remembered", () => {
  it("loads once for concurrent readers", async () => {
    const { loads, remembered } = setUp();

    const both = Promise.all([remembered.read(), remembered.read()]);
    loads[0]?.resolve("a");

    await expect(both).resolves.toEqual(["a", "a"]);
    expect(loads).toHaveLength(1);
  });

  it.each([
    { value: "long", ms: 1_000 },
    { value: "short", ms: 10 },
  ])("is valid for $ms ms if the value is $value", async ({ value, ms }) => {
    const { clock, loads, remembered } = setUp();
    void remembered.read();
    loads[0]?.resolve(value);

    await clock.advance(ms - 1);
    void remembered.read();
    expect(loads).toHaveLength(1);

    await clock.advance(1);
    void remembered.read();
    expect(loads).toHaveLength(2);
  });

  it("drops a value that was forgotten while loading", async () => {
    const { loads, remembered } = setUp();
    const early = remembered.read();
    remembered.forget();
    const late = remembered.read();

    loads[1]?.resolve("new");
    loads[0]?.resolve("old");

    await expect(early).resolves.toBe("old");
    await expect(late).resolves.toBe("new");
    await expect(remembered.read()).resolves.toBe("new");
  });

  it("returns a stopgap until the next value is loaded", async () => {
    const { clock, loads, remembered } = setUp();
    void remembered.read();
    loads[0]?.resolve("stopgap");
    await clock.advance(1_000);

    await expect(remembered.read()).resolves.toBe("stopgap");
    await expect(remembered.read()).resolves.toBe("stopgap");
    expect(loads).toHaveLength(2);
    loads[1]?.resolve("new");
    await clock.advance(0);

    await expect(remembered.read()).resolves.toBe("new");
  });

  it("loads again after a failure", async () => {
    const { loads, remembered } = setUp();
    const first = remembered.read();
    loads[0]?.reject(new Error("no"));
    await expect(first).rejects.toThrow("no");

    const second = remembered.read();
    loads[1]?.resolve("yes");

    await expect(second).resolves.toBe("yes");
  });
});

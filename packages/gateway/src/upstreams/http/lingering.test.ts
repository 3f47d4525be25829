import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createLingering } from "./lingering.ts";

function setUp() {
  const clock = createFakeClock();
  const ended: string[] = [];
  const response = (name: string) => ({ destroy: () => ended.push(name) });
  return { clock, ended, response, lingering: createLingering(clock, 1_000) };
}

describe("createLingering", () => {
  it("closes each open response in time", async () => {
    const { clock, ended, response, lingering } = setUp();
    lingering.watch(response("first"));
    await clock.advance(600);
    lingering.watch(response("second"));
    await clock.advance(600);
    expect(ended).toEqual(["first"]);
    await clock.advance(1_000);

    expect(ended).toEqual(["first", "second"]);
  });

  it("ignores responses that ended by themselves", async () => {
    const { clock, ended, response, lingering } = setUp();
    const polite = response("polite");
    lingering.watch(polite);
    lingering.forget(polite);
    await clock.advance(5_000);

    expect(ended).toEqual([]);
  });

  it("works again for later responses", async () => {
    const { clock, ended, response, lingering } = setUp();
    lingering.watch(response("early"));
    await clock.advance(2_000);
    lingering.watch(response("late"));
    await clock.advance(2_000);

    expect(ended).toEqual(["early", "late"]);
  });

  it("closes all responses on disposal", () => {
    const { ended, response, lingering } = setUp();
    lingering.watch(response("first"));
    lingering[Symbol.dispose]();

    expect(ended).toEqual(["first"]);
  });
});

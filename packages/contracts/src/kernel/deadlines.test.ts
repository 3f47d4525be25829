import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { Deadlines } from "./deadlines.ts";

function setUp() {
  const clock = createFakeClock();
  const reached: string[] = [];
  const deadlines = new Deadlines(clock);
  const at = (when: number, name: string) => deadlines.at(when, () => reached.push(name));
  return { clock, reached, deadlines, at };
}

describe("deadlines", () => {
  it("expire in order, even if the earlier one was added later", async () => {
    const { clock, reached, at } = setUp();
    at(300, "late");
    at(100, "early");
    await clock.advance(100);
    const halfWay = [...reached];
    await clock.advance(200);

    expect(halfWay).toEqual(["early"]);
    expect(reached).toEqual(["early", "late"]);
  });

  it("do not expire once canceled", async () => {
    const { clock, reached, at } = setUp();
    const callOff = at(100, "first");
    at(150, "second");
    callOff();

    await clock.advance(200);

    expect(reached).toEqual(["second"]);
  });

  it("work again after all have passed", async () => {
    const { clock, reached, at } = setUp();
    at(100, "first");
    await clock.advance(100);
    at(200, "second");
    await clock.advance(100);

    expect(reached).toEqual(["first", "second"]);
  });

  it("share one timer, however many there are", async () => {
    let sleepers = 0;
    const clock = createFakeClock();
    const deadlines = new Deadlines({
      ...clock,
      sleep: (ms, signal) => {
        sleepers += 1;
        return clock.sleep(ms, signal);
      },
    });
    for (let i = 0; i < 100; i += 1) deadlines.at(1_000 + i, () => undefined)();

    expect(sleepers).toBe(1);
  });

  it("start no timer after disposal", async () => {
    let sleepers = 0;
    const clock = createFakeClock();
    const deadlines = new Deadlines({
      ...clock,
      sleep: (ms, signal) => {
        sleepers += 1;
        return clock.sleep(ms, signal);
      },
    });
    deadlines[Symbol.dispose]();

    deadlines.at(1_000, () => undefined)();

    expect(sleepers).toBe(0);
  });

  it("are all canceled on disposal", async () => {
    const { clock, reached, deadlines, at } = setUp();
    at(100, "first");
    deadlines[Symbol.dispose]();

    await clock.advance(200);

    expect(reached).toEqual([]);
  });
});

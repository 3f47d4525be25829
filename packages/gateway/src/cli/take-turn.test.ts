import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { openFolder } from "../testing/folder.ts";
import { takeTurn } from "./take-turn.ts";

describe("a turn", () => {
  it("is had by one at a time", async () => {
    await using folder = await openFolder({});
    const path = join(folder.path, ".turn");
    let inside = 0;
    const most: number[] = [];
    const work = async (): Promise<void> => {
      await using stack = new AsyncDisposableStack();
      stack.use(await takeTurn(path, systemClock));
      inside += 1;
      most.push(inside);
      await systemClock.sleep(1);
      inside -= 1;
    };

    await Promise.all([work(), work(), work()]);

    expect(most).toEqual([1, 1, 1]);
  });

  it("of a run that was killed is not waited for for ever", async () => {
    await using folder = await openFolder({ ".turn/left": "" });
    const impatient = { ...createFakeClock(), sleep: async () => undefined };

    await using turn = await takeTurn(join(folder.path, ".turn"), impatient);

    expect(turn).toBeDefined();
  });
});

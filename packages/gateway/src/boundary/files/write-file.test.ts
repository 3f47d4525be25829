import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { takeTurn } from "./write-file.ts";

/** A clock whose waits take almost no real time. */
function createHasty(speed = 10): Clock {
  let elapsed = 0;
  return {
    ...systemClock,
    monotonic: () => elapsed,
    sleep: async (ms) => {
      elapsed += ms * speed;
      await setImmediate();
    },
  };
}

/** Runs three turns and returns how many overlapped with each. */
async function threeTurns(folder: Folder, clock: Clock): Promise<readonly number[]> {
  let inside = 0;
  const most: number[] = [];
  const work = async (): Promise<void> => {
    await using stack = new AsyncDisposableStack();
    stack.use(await takeTurn(join(folder.path, ".turn"), clock));
    inside += 1;
    most.push(inside);
    // One turn of the event loop. In a real millisecond the hasty clock of the others could run out.
    await setImmediate();
    inside -= 1;
  };
  await Promise.all([work(), work(), work()]);
  return most;
}

describe("takeTurn", () => {
  it("grants one turn at a time", async () => {
    await using folder = await openFolder();

    expect(await threeTurns(folder, systemClock)).toEqual([1, 1, 1]);
  });

  it("takes over the turn of a killed run, still one at a time", async () => {
    await using folder = await openFolder({ ".turn/left": "" });

    expect(await threeTurns(folder, createHasty())).toEqual([1, 1, 1]);
    expect(await folder.files()).toEqual([]);
  });

  it("recovers from a run that was killed during a takeover", async () => {
    await using folder = await openFolder({ ".turn/left": "" });
    await mkdir(join(folder.path, ".turn-ending"));

    expect(await threeTurns(folder, createHasty())).toEqual([1, 1, 1]);
  });

  it("gives up if other runs hold the turn all the time", async () => {
    await using folder = await openFolder();
    const path = join(folder.path, ".turn");
    const clock = createHasty(50);
    await mkdir(path);
    const busy: Clock = {
      ...clock,
      sleep: async (ms) => {
        await clock.sleep(ms);
        // Changes the folder, so that it looks like a new turn.
        await folder.write(`.turn/${clock.monotonic()}`, "");
      },
    };

    await expect(takeTurn(path, busy)).rejects.toThrow("Another run");
  });
});

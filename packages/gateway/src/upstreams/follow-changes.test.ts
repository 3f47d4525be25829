import type { McpSubscription } from "@modelcontextprotocol/client";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { followChanges } from "./follow-changes.ts";

type Ending = "local" | "graceful" | "remote";

function setUp(endings: readonly (Ending | "refused" | "stays")[], lastsMs = 0) {
  const clock = createFakeClock();
  const queue = [...endings];
  const asked: number[] = [];
  let changes = 0;
  const listen = async (): Promise<Pick<McpSubscription, "closed">> => {
    asked.push(clock.monotonic());
    const ending = queue.shift() ?? "stays";
    if (ending === "refused") throw new Error("no");
    if (ending === "stays") return { closed: new Promise(() => undefined) };
    return { closed: lastsMs === 0 ? Promise.resolve(ending) : lasting(ending) };
  };
  const lasting = (ending: Ending): Promise<Ending> => clock.sleep(lastsMs).then(() => ending);
  const stopping = new AbortController();
  const missed = (): void => {
    changes += 1;
  };
  const following = followChanges({ clock, listen, missed }, stopping.signal);
  return { clock, asked, following, stopping, changes: () => changes };
}

describe("followChanges", () => {
  it("listens again after the stream ended, and assumes a missed change", async () => {
    const { clock, asked, changes } = setUp(["graceful", "remote", "stays"], 20_000);
    await clock.advance(60_000);

    expect({ asked, changes: changes() }).toEqual({ asked: [0, 21_000, 42_000], changes: 2 });
  });

  it("backs off from a server that ends every stream at once", async () => {
    const { clock, asked } = setUp(["remote", "graceful", "remote", "stays"]);
    await clock.advance(60_000);

    expect(asked).toEqual([0, 1_000, 3_000, 7_000]);
  });

  it("backs off from a server that refuses", async () => {
    const { clock, asked, changes } = setUp(["refused", "refused", "refused", "stays"]);
    await clock.advance(60_000);

    expect({ asked, changes: changes() }).toEqual({ asked: [0, 1_000, 3_000, 7_000], changes: 0 });
  });

  it("ends on abort", async () => {
    const { following, asked } = setUp(["local"]);

    await expect(following).resolves.toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it("ends on abort while it waits", async () => {
    const { clock, following, stopping } = setUp(["refused"]);
    await clock.untilSomebodySleeps();
    stopping.abort();

    await expect(following).resolves.toBeUndefined();
  });
});

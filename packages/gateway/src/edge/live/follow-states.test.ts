import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { EventFeed } from "./event-feed.ts";
import { type SeenState, StateFollower } from "./follow-states.ts";

function seen(key: string, state: string): SeenState {
  return { key, state, data: { id: key, status: state }, tenant: "north" };
}

function setUp() {
  const clock = createFakeClock();
  const feed = new EventFeed("boot");
  const world = { now: [seen("a", "pending")], looks: 0, isAway: false };
  const look = async (): Promise<readonly SeenState[]> => {
    world.looks += 1;
    if (world.isAway) throw new Error("The store is away.");
    return world.now;
  };
  const gone = async ({ key }: SeenState) => seen(key, "expired");
  const follower = new StateFollower(
    [{ topic: "approvals", everyMs: 500, look, gone }],
    feed,
    clock,
  );
  onTestFinished(() => follower[Symbol.asyncDispose]());
  const events: unknown[] = [];
  const follow = () => feed.follow(({ data, tenant }) => events.push([data["status"], tenant]));
  return { clock, world, events, follow };
}

describe("the follower of states", () => {
  it("makes no event of what was there before", async () => {
    const { clock, events, follow } = setUp();
    follow();
    await clock.advance(2_000);

    expect(events).toEqual([]);
  });

  it("makes an event of each new, changed and vanished state", async () => {
    const { clock, world, events, follow } = setUp();
    follow();
    await clock.advance(500);
    world.now = [seen("a", "approved"), seen("b", "pending")];
    await clock.advance(500);
    world.now = [seen("b", "pending")];
    await clock.advance(500);

    expect(events).toEqual([
      ["approved", "north"],
      ["pending", "north"],
      ["expired", "north"],
    ]);
  });

  it("looks only while it is followed, and tells later what changed meanwhile", async () => {
    const { clock, world, events, follow } = setUp();
    await clock.advance(2_000);
    const before = world.looks;
    const leave = follow();
    await clock.advance(600);
    leave();
    await clock.advance(600);
    const after = world.looks;
    await clock.advance(5_000);
    const later = world.looks;
    world.now = [seen("a", "denied")];
    follow();
    await clock.advance(500);

    expect([before, later]).toEqual([0, after]);
    expect(events).toEqual([["denied", "north"]]);
  });

  it("goes on after a failed look, with what it knew", async () => {
    const { clock, world, events, follow } = setUp();
    follow();
    await clock.advance(500);
    world.isAway = true;
    await clock.advance(1_000);
    world.isAway = false;
    world.now = [seen("a", "approved")];
    await clock.advance(500);

    expect(events).toEqual([["approved", "north"]]);
  });
});

import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { EventFeed } from "../live/event-feed.ts";
import { type EventBatch, EventBatches } from "./event-batches.ts";

function setUp() {
  const clock = createFakeClock();
  const feed = new EventFeed("boot");
  const batches = new EventBatches({ clock, feed });
  const publish = (id: string, tenant: string | null = null): void =>
    feed.publish({ topic: "calls", tenant, data: { id } });
  const follow = () => {
    const seen: EventBatch[] = [];
    return { seen, leave: batches.follow((batch) => seen.push(batch)) };
  };
  return { clock, feed, publish, follow };
}

const topics = new Set(["calls"] as const);

describe("batches of events", () => {
  it("have the same bytes for all streams that show the same", async () => {
    const { clock, publish, follow } = setUp();
    const [one, other] = [follow(), follow()];
    publish("own");
    publish("foreign", "north");
    await clock.advance(50);
    const [batch] = one.seen;
    const own = batch?.bytesFor({ topics, tenant: null }, 0);

    expect(other.seen).toEqual([batch]);
    expect(own?.toString()).toBe('id: boot-1\nevent: calls\ndata: {"id":"own"}\n\n');
    expect(batch?.bytesFor({ topics: new Set(topics), tenant: null }, 0)).toBe(own);
    expect(batch?.bytesFor({ topics }, 0).toString()).toContain("foreign");
    expect(batch?.bytesFor({ topics: new Set() }, 0)).toHaveLength(0);
  });

  it("leave out what was there before a stream", async () => {
    const { clock, publish, follow } = setUp();
    const { seen } = follow();
    publish("before");
    publish("after");
    await clock.advance(50);

    expect(seen[0]?.bytesFor({ topics }, 1).toString()).not.toContain("before");
    expect(seen[0]?.bytesFor({ topics }, 1).toString()).toContain("after");
  });

  it("are gathered only while a stream follows", async () => {
    const { clock, feed, publish, follow } = setUp();
    const first = follow();
    publish("lost");
    first.leave();
    first.leave();
    const isFollowed = feed.isFollowed;
    const next = follow();
    publish("seen");
    await clock.advance(50);

    expect(isFollowed).toBe(false);
    expect(first.seen).toEqual([]);
    expect(next.seen.map((batch) => batch.bytesFor({ topics }, 0).toString())).toEqual([
      'id: boot-2\nevent: calls\ndata: {"id":"seen"}\n\n',
    ]);
  });
});

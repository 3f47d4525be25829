import { describe, expect, it } from "vitest";
import { EventFeed } from "./event-feed.ts";

function feedOf(count: number): EventFeed {
  const feed = new EventFeed("boot");
  for (let index = 0; index < count; index += 1) {
    feed.publish({ topic: "calls", tenant: null, data: { index } });
  }
  return feed;
}

describe("the feed of events", () => {
  it.each([
    [3, 0, [0, 1, 2]],
    [3, 2, [2]],
    [3, 3, []],
  ])("of %d events returns those after number %d", (count, number, expected) => {
    expect(
      feedOf(count)
        .after(number)
        ?.map(({ data }) => data["index"]),
    ).toEqual(expected);
  });

  it("keeps the last thousand, and says so if more are missing", () => {
    const feed = feedOf(2_500);

    expect(feed.after(1_500)?.map(({ number }) => number)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => 1_501 + index),
    );
    expect(feed.after(1_499)).toBeUndefined();
    expect(feed.after(2_501)).toBeUndefined();
    expect(feed.after(Number.NEGATIVE_INFINITY)).toBeUndefined();
  });

  it("tells each follower until it leaves", () => {
    const feed = feedOf(0);
    const seen: number[] = [];
    const told: boolean[] = [];
    feed.onFollowed((isFollowed) => told.push(isFollowed));
    const leave = feed.follow(({ number }) => seen.push(number));
    const leaveToo = feed.follow(() => undefined);
    feed.publish({ topic: "tools", tenant: undefined, data: {} });
    leave();
    leave();
    feed.publish({ topic: "tools", tenant: undefined, data: {} });
    leaveToo();

    expect(seen).toEqual([1]);
    expect(told).toEqual([true, false]);
  });
});

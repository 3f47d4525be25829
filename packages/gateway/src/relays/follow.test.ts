import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { fakeRelayServer, type SaidOfServer } from "@toolcourt/testing/relay-server";
import { describe, expect, it } from "vitest";
import { UpstreamError } from "../upstreams/upstream.ts";
import { Follower } from "./follow.ts";

function setUp(said: SaidOfServer = {}) {
  const clock = createFakeClock();
  const fake = fakeRelayServer({}, said);
  return { clock, watched: fake.watched, follower: new Follower(fake.server, clock) };
}

const ignore = (): void => undefined;
const unreachable = (): Promise<never> =>
  Promise.reject(new UpstreamError({ kind: "unreachable" }));

describe("Follower", () => {
  it("subscribes once for all listeners, and again when fewer resources are followed", async () => {
    const { follower, watched } = setUp();

    const leave = await follower.follow("a://1", "ada", ignore);
    const leaveToo = await follower.follow("a://1", "ada", ignore);
    await follower.follow("a://2", "ada", ignore);
    await leave();
    await leave();
    await leaveToo();

    expect(watched).toEqual([["a://1"], ["a://1", "a://2"], ["a://2"]]);
  });

  it("notifies every listener, once per subscription", async () => {
    const { clock, follower } = setUp();
    let heard = 0;
    const changed = (): void => {
      heard += 1;
    };
    await follower.follow("a://1", "ada", changed);
    const leave = await follower.follow("a://1", "ada", changed);
    follower.updated("a://1");
    await leave();
    await clock.advance(1_000);
    follower.updated("a://1");

    expect(heard).toBe(3);
  });

  it("notifies at most every 250 ms, however often the server does", async () => {
    const { clock, follower } = setUp();
    let heard = 0;
    await follower.follow("a://1", "ada", () => {
      heard += 1;
    });

    for (let storm = 0; storm < 1_000; storm += 1) follower.updated("a://1");
    await clock.advance(1_000);

    expect(heard).toBe(2);
  });

  it("fails for all waiting listeners if the server cannot be reached", async () => {
    const { follower, watched } = setUp({ watch: unreachable });

    const both = await Promise.allSettled([
      follower.follow("a://1", "ada", ignore),
      follower.follow("a://1", "ada", ignore),
    ]);

    expect(both).toMatchObject([
      { status: "rejected", reason: { code: "relay-failed" } },
      { status: "rejected", reason: { code: "relay-failed" } },
    ]);
    expect(watched).toEqual([["a://1"], []]);
  });

  it("fails if the server is silent", async () => {
    const { follower, clock } = setUp({ watch: () => new Promise(() => undefined) });
    const following = follower.follow("a://1", "ada", ignore);
    following.catch(() => undefined);

    await clock.advance(60_000);

    await expect(following).rejects.toMatchObject({ code: "relay-failed" });
  });

  it("is refused if the server does not support subscriptions", async () => {
    const { follower } = setUp({ capabilities: () => ({ resources: {} }) });

    await expect(follower.follow("a://1", "ada", ignore)).rejects.toMatchObject({
      code: "relay-refused",
    });
  });

  it("follows at most a thousand resources, and leaves places to others", async () => {
    const { follower } = setUp();
    const counts: number[] = [];
    for (const by of ["ada", "bob", "cleo", "dan"]) {
      counts.push(await countFollowed(follower, by));
    }

    expect(counts).toEqual([500, 250, 125, 63]);
    await expect(follower.follow("ada://1", "bob", ignore)).resolves.toBeTypeOf("function");
    for (let id = 0; id < 70; id += 1) counts.push(await countFollowed(follower, `p${id}`));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1_000);
  });
});

/** Follows resources until one is refused, and returns how many there are. */
async function countFollowed(follower: Follower, by: string): Promise<number> {
  for (let count = 0; ; count += 1) {
    const following = follower.follow(`${by}://${count}`, by, ignore);
    const error: unknown = await following.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) continue;
    expect(error).toMatchObject({ code: "relay-refused" });
    return count;
  }
}

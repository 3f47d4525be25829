import { describe, expect, it } from "vitest";
import { addAll, createFollowing } from "./following.ts";

function setUp() {
  const listeners = new Map<string, () => void>();
  const told: string[] = [];
  const following = createFollowing(
    {
      follow: async (uri, changed) => {
        if (uri === "x:gone") throw new Error("There is no such thing.");
        listeners.set(uri, changed);
        return async () => void listeners.delete(uri);
      },
    },
    (uri) => told.push(uri),
  );
  return { listeners, told, following };
}

describe("what is followed", () => {
  it("is told of once, however many want it", async () => {
    const { listeners, told, following } = setUp();
    await following.add("x:a");
    await following.add("x:a");

    listeners.get("x:a")?.();

    expect(told).toEqual(["x:a"]);
  });

  it("is followed until the last has had enough", async () => {
    const { listeners, following } = setUp();
    const endOne = await following.add("x:a");
    const endOther = await following.add("x:a");

    await endOne();
    await endOne();
    expect(listeners.size).toBe(1);
    await endOther();
    expect(listeners.size).toBe(0);
  });

  it("can be tried again after a failure", async () => {
    const { following } = setUp();

    await expect(following.add("x:gone")).rejects.toThrow("no such thing");
    await expect(following.add("x:gone")).rejects.toThrow("no such thing");
  });

  it("is not ended by a wish that failed before", async () => {
    const stops: string[] = [];
    const first = Promise.withResolvers<() => Promise<void>>();
    const follows = [first.promise, Promise.resolve(async () => void stops.push("second"))];
    const following = createFollowing(
      { follow: () => follows.shift() ?? Promise.reject(new Error("No more.")) },
      () => undefined,
    );
    const endFailed = addAll(following, ["x:a"]);
    first.reject(new Error("Not now."));
    await expect(following.add("x:a")).rejects.toThrow("Not now.");
    await following.add("x:a");

    endFailed();
    await Promise.resolve();

    expect(stops).toEqual([]);
  });

  it("is at most a thousand", async () => {
    const { listeners, following } = setUp();
    for (let at = 0; at < 1_000; at += 1) await following.add(`x:${at}`);

    await expect(following.add("x:more")).rejects.toMatchObject({ code: "relay-refused" });
    await expect(following.add("x:1")).resolves.toBeTypeOf("function");
    expect(listeners.size).toBe(1_000);
  });

  it("is let go when all is over", async () => {
    const { listeners, following } = setUp();
    await following.add("x:a");

    await following[Symbol.asyncDispose]();
    await following.add("x:b");

    expect(listeners.size).toBe(0);
  });
});

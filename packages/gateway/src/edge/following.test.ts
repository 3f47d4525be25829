import { describe, expect, it } from "vitest";
import { addAll, type Follow, Following } from "./following.ts";

function setUp() {
  const listeners = new Map<string, () => void>();
  const told: string[] = [];
  const following = new Following((uri) => told.push(uri));
  const relays: Follow = {
    follow: async (uri, changed) => {
      if (uri === "x:gone") throw new Error("There is no such thing.");
      listeners.set(uri, changed);
      return async () => void listeners.delete(uri);
    },
  };
  return { listeners, told, following, add: (uri: string) => following.add(uri, relays) };
}

describe("Following", () => {
  it("notifies once, however many wishes there are", async () => {
    const { listeners, told, add } = setUp();
    await add("x:a");
    await add("x:a");

    listeners.get("x:a")?.();

    expect(told).toEqual(["x:a"]);
  });

  it("follows until the last wish ends", async () => {
    const { listeners, add } = setUp();
    const endOne = await add("x:a");
    const endOther = await add("x:a");

    await endOne();
    await endOne();
    expect(listeners.size).toBe(1);
    await endOther();
    expect(listeners.size).toBe(0);
  });

  it("can retry after a failure", async () => {
    const { add } = setUp();

    await expect(add("x:gone")).rejects.toThrow("no such thing");
    await expect(add("x:gone")).rejects.toThrow("no such thing");
  });

  it("is not ended by a wish that failed before", async () => {
    const stops: string[] = [];
    const first = Promise.withResolvers<() => Promise<void>>();
    const follows = [first.promise, Promise.resolve(async () => void stops.push("second"))];
    const following = new Following(() => undefined);
    const relays = { follow: () => follows.shift() ?? Promise.reject(new Error("No more.")) };
    const add = (uri: string) => following.add(uri, relays);
    const endFailed = addAll(following, ["x:a"], relays);
    first.reject(new Error("Not now."));
    await expect(add("x:a")).rejects.toThrow("Not now.");
    await add("x:a");

    endFailed();
    await Promise.resolve();

    expect(stops).toEqual([]);
  });

  it("follows at most a thousand resources", async () => {
    const { listeners, add } = setUp();
    for (let at = 0; at < 1_000; at += 1) await add(`x:${at}`);

    await expect(add("x:more")).rejects.toMatchObject({ code: "relay-refused" });
    await expect(add("x:1")).resolves.toBeTypeOf("function");
    expect(listeners.size).toBe(1_000);
  });

  it("releases everything on disposal", async () => {
    const { listeners, following, add } = setUp();
    await add("x:a");

    await following[Symbol.asyncDispose]();
    await add("x:b");

    expect(listeners.size).toBe(0);
  });
});

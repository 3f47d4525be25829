import { describe, expect, it } from "vitest";
import { createFollowing } from "./following.ts";

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
    await following.add("x:a");
    await following.add("x:a");

    await following.remove("x:a");
    expect(listeners.size).toBe(1);
    await following.remove("x:a");
    expect(listeners.size).toBe(0);
  });

  it("can be tried again after a failure", async () => {
    const { following } = setUp();

    await expect(following.add("x:gone")).rejects.toThrow("no such thing");
    await expect(following.add("x:gone")).rejects.toThrow("no such thing");
    await expect(following.remove("x:gone")).resolves.toBeUndefined();
  });

  it("is at most a thousand", async () => {
    const { listeners, following } = setUp();
    for (let at = 0; at < 1_000; at += 1) await following.add(`x:${at}`);

    await expect(following.add("x:more")).rejects.toMatchObject({ code: "relay-refused" });
    await expect(following.add("x:1")).resolves.toBeUndefined();
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

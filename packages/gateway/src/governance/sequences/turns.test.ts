import { describe, expect, it } from "vitest";
import { StoreError } from "../../stores/store-error.ts";
import { createTurns } from "./turns.ts";

describe("turns", () => {
  it("do the works of one name one after the other", async () => {
    const turns = createTurns();
    const first = Promise.withResolvers<string>();
    const done: string[] = [];

    const works = [
      turns("h", async () => void done.push(await first.promise)),
      turns("h", async () => void done.push("second")),
      turns("other", async () => void done.push("other")),
    ];
    await works[2];
    expect(done).toEqual(["other"]);
    first.resolve("first");
    await Promise.all(works);

    expect(done).toEqual(["other", "first", "second"]);
  });

  it("go on after a work that failed", async () => {
    const turns = createTurns();
    const failing = turns("h", () => Promise.reject(new TypeError("wrong")));
    const next = turns("h", async () => "next");

    await expect(failing).rejects.toThrow("wrong");
    expect(await next).toBe("next");
  });

  it("fail those that wait when the store fails, and no later one", async () => {
    const turns = createTurns();
    let tried = 0;
    const away = async (): Promise<void> => {
      tried += 1;
      throw new StoreError("overdue");
    };

    const all = await Promise.allSettled([turns("h", away), turns("h", away), turns("h", away)]);

    expect(all).toMatchObject([0, 1, 2].map(() => ({ reason: { kind: "overdue" } })));
    expect(tried).toBe(1);
    expect(await turns("h", async () => "back")).toBe("back");
  });

  it("do not fail a later one of a queue that never became empty", async () => {
    const turns = createTurns();
    const first = turns("h", () => Promise.reject(new StoreError("overdue")));
    const kept = Promise.withResolvers<void>();
    const always = turns("h", () => kept.promise, "always");
    await expect(first).rejects.toMatchObject({ kind: "overdue" });

    const later = turns("h", async () => "later");
    kept.resolve();

    await always;
    expect(await later).toBe("later");
  });

  it("try what must always be tried", async () => {
    const turns = createTurns();
    const failing = turns("h", () => Promise.reject(new StoreError("overdue")));
    const next = turns("h", async () => "tried", "always");

    await expect(failing).rejects.toMatchObject({ kind: "overdue" });
    expect(await next).toBe("tried");
  });

  it("do not fail others with a decision that came too late", async () => {
    const turns = createTurns();
    const failing = turns("h", () => Promise.reject(new StoreError("contended")));
    const next = turns("h", async () => "next");

    await expect(failing).rejects.toMatchObject({ kind: "contended" });
    expect(await next).toBe("next");
  });
});

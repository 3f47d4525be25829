import { expect, it } from "vitest";
import { StoreError } from "../store-error.ts";
import { createTurns } from "./chain.ts";

it("runs jobs one after the other, and goes on after a failure", async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    done.push(`${name} begins`);
    await Promise.resolve();
    done.push(`${name} ends`);
    if (name === "b") throw new StoreError("failed");
  };

  const results = await Promise.allSettled(["a", "b", "c"].map((name) => inTurn(work(name))));

  expect(done).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

it("fails all waiting jobs when the store is away, and tries again for the next", async () => {
  const inTurn = createTurns();
  let tried = 0;
  const away = async (): Promise<void> => {
    tried += 1;
    throw new StoreError("unreachable");
  };

  const results = await Promise.allSettled([inTurn(away), inTurn(away), inTurn(away)]);

  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(tried).toBe(1);
  await expect(inTurn(async () => "back")).resolves.toBe("back");
});

import { describe, expect, it } from "vitest";
import { openAll } from "./open-all.ts";

function resource(name: string, log: string[]): AsyncDisposable {
  return {
    [Symbol.asyncDispose]: async () => {
      log.push(name);
    },
  };
}

describe("openAll", () => {
  it("releases everything in reverse order on disposal", async () => {
    const log: string[] = [];
    const owned = await openAll(async (stack) => {
      stack.use(resource("first", log));
      stack.use(resource("second", log));
      return { port: 1 };
    });
    expect(log).toEqual([]);

    await owned[Symbol.asyncDispose]();

    expect(owned.port).toBe(1);
    expect(log).toEqual(["second", "first"]);
  });

  it("releases opened resources if the next one fails", async () => {
    const log: string[] = [];
    const opening = openAll(async (stack) => {
      stack.use(resource("first", log));
      throw new Error("the second fails");
    });

    await expect(opening).rejects.toThrow("the second fails");
    expect(log).toEqual(["first"]);
  });
});

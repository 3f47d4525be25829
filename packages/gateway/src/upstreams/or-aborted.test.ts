import { describe, expect, it } from "vitest";
import { orAborted } from "./or-aborted.ts";

const never = new Promise<never>(() => undefined);

describe("orAborted", () => {
  it("returns the result of the work", async () => {
    const { signal } = new AbortController();

    await expect(orAborted(Promise.resolve(7), signal)).resolves.toBe(7);
  });

  it("abandons work that does not end", async () => {
    const caller = new AbortController();
    const waiting = orAborted(never, caller.signal);
    caller.abort(new Error("enough"));

    await expect(waiting).rejects.toMatchObject({ cause: new Error("enough") });
  });

  it("does not wait if already aborted", async () => {
    await expect(orAborted(never, AbortSignal.abort())).rejects.toThrow("Nobody waits");
  });
});

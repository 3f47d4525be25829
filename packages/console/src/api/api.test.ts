import { describe, expect, it } from "vitest";
import { createApi } from "./api.ts";
import { watchAttention } from "./attention.ts";

function unused(): never {
  throw new Error("It is not asked.");
}

/** A page that a person opens, and its requests. */
function openPage() {
  const page = new EventTarget();
  const asked: Headers[] = [];
  let now = 0;
  const clock = { now: () => now, monotonic: () => now, after: unused, every: unused };
  const api = createApi({
    fetch: async (_url, init) => {
      asked.push(new Headers(init?.headers));
      return Response.json({});
    },
    clock,
    time: { learn: () => undefined, now: unused },
    half: () => "half",
    isAttended: watchAttention(page, clock),
    onEnded: unused,
  });
  const ask = async (): Promise<boolean> => {
    await api.get("overview", { read: () => undefined });
    return asked.at(-1)?.get("x-toolcourt-unattended") === null;
  };
  return { page, ask, wait: (ms: number) => (now += ms) };
}

describe("a request of the page", () => {
  it("says after a minute without a person that there is none", async () => {
    const { ask, wait } = openPage();
    const opened = await ask();
    wait(59_999);
    const soon = await ask();
    wait(1);

    expect([opened, soon, await ask()]).toEqual([true, true, false]);
  });

  it.each(["keydown", "pointerdown", "pointermove", "wheel"])(
    "says no longer so after %s",
    async (sign) => {
      const { page, ask, wait } = openPage();
      wait(60_000);
      page.dispatchEvent(new Event(sign));

      expect(await ask()).toBe(true);
    },
  );
});

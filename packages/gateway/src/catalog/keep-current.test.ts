import type { JsonValue } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { ToolWatch } from "./keep-current.ts";

function setUp(list: () => Promise<readonly JsonValue[]> = async () => []) {
  const clock = createFakeClock();
  const looks: number[] = [];
  const failures: unknown[] = [];
  const watch = new ToolWatch({
    clock,
    list: () => {
      looks.push(clock.monotonic());
      return list();
    },
    replace: async () => undefined,
    failed: (error) => void failures.push(error),
  });
  return { clock, looks, failures, watch };
}

describe("ToolWatch", () => {
  it("polls at our own interval, regardless of announcements", async () => {
    const { clock, looks, watch } = setUp();
    await using _ = watch;

    await clock.advance(299_999);
    expect(looks).toEqual([]);
    await clock.advance(1);

    expect(looks).toEqual([300_000]);
  });

  it("polls when the server announces a change", async () => {
    const { clock, looks, watch } = setUp();
    await using _ = watch;
    await clock.advance(10);

    watch.changed();
    await clock.advance(0);

    expect(looks).toEqual([10]);
  });

  it("polls at most once a second under a flood of announcements, and misses no change", async () => {
    const { clock, looks, watch } = setUp();
    await using _ = watch;

    for (let ms = 0; ms < 2_500; ms += 100) {
      watch.changed();
      await clock.advance(100);
    }
    await clock.advance(1_000);

    expect(looks).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it("continues after a failed poll", async () => {
    const { clock, looks, failures, watch } = setUp(() => Promise.reject(new Error("lost")));
    await using _ = watch;

    await clock.advance(700_000);

    expect(failures).toHaveLength(2);
    expect(looks).toEqual([300_000, 601_000]);
  });

  it("continues after a timeout", async () => {
    const { clock, looks, failures, watch } = setUp(() => new Promise(() => undefined));
    await using _ = watch;

    await clock.advance(700_000);

    expect(looks).toEqual([300_000, 631_000]);
    expect(failures).toHaveLength(2);
  });

  it("stops on disposal, which is idempotent", async () => {
    const { clock, looks, watch } = setUp();

    await watch[Symbol.asyncDispose]();
    await watch[Symbol.asyncDispose]();
    watch.changed();
    await clock.advance(900_000);

    expect(looks).toEqual([]);
  });

  it("times out on a server that does not answer", async () => {
    const { clock, watch } = setUp(() => new Promise(() => undefined));
    watch.changed();
    await clock.advance(0);

    const closing = watch[Symbol.asyncDispose]();
    await clock.advance(1_000);

    await expect(closing).resolves.toBeUndefined();
  });

  it("replaces nothing after disposal", async () => {
    const clock = createFakeClock();
    const replaced: unknown[] = [];
    const answer = Promise.withResolvers<readonly JsonValue[]>();
    const watch = new ToolWatch({
      clock,
      list: () => answer.promise,
      replace: async (tools) => void replaced.push(tools),
      failed: () => undefined,
    });
    watch.changed();
    await clock.advance(0);

    const closing = watch[Symbol.asyncDispose]();
    answer.resolve([]);
    await closing;

    expect(replaced).toEqual([]);
  });
});

import type { JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { keepCurrent } from "./keep-current.ts";

function setUp(list: () => Promise<readonly JsonValue[]> = async () => []) {
  const clock = createFakeClock();
  const looks: number[] = [];
  const failures: unknown[] = [];
  const watch = keepCurrent({
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

describe("keepCurrent", () => {
  it("looks again when our own time is up, whatever the server says", async () => {
    const { clock, looks, watch } = setUp();
    await using _ = watch;

    await clock.advance(299_999);
    expect(looks).toEqual([]);
    await clock.advance(1);

    expect(looks).toEqual([300_000]);
  });

  it("looks again when the server says that its tools have changed", async () => {
    const { clock, looks, watch } = setUp();
    await using _ = watch;
    await clock.advance(10);

    watch.changed();
    await clock.advance(0);

    expect(looks).toEqual([10]);
  });

  it("looks once a second at most, and misses nothing, when the server does not stop saying so", async () => {
    const { clock, looks, watch } = setUp();
    await using _ = watch;

    for (let ms = 0; ms < 2_500; ms += 100) {
      watch.changed();
      await clock.advance(100);
    }
    await clock.advance(1_000);

    expect(looks).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it("goes on after a look that failed", async () => {
    const { clock, looks, failures, watch } = setUp(() => Promise.reject(new Error("lost")));
    await using _ = watch;

    await clock.advance(700_000);

    expect(failures).toHaveLength(2);
    expect(looks).toEqual([300_000, 601_000]);
  });

  it("goes on looking at a server that once did not answer", async () => {
    const { clock, looks, failures, watch } = setUp(() => new Promise(() => undefined));
    await using _ = watch;

    await clock.advance(700_000);

    expect(looks).toEqual([300_000, 631_000]);
    expect(failures).toHaveLength(2);
  });

  it("stops when it is disposed, also twice", async () => {
    const { clock, looks, watch } = setUp();

    await watch[Symbol.asyncDispose]();
    await watch[Symbol.asyncDispose]();
    watch.changed();
    await clock.advance(900_000);

    expect(looks).toEqual([]);
  });

  it("does not wait for ever for a server that does not answer", async () => {
    const { clock, watch } = setUp(() => new Promise(() => undefined));
    watch.changed();
    await clock.advance(0);

    const closing = watch[Symbol.asyncDispose]();
    await clock.advance(1_000);

    await expect(closing).resolves.toBeUndefined();
  });

  it("replaces nothing once it is disposed", async () => {
    const clock = createFakeClock();
    const replaced: unknown[] = [];
    const answer = Promise.withResolvers<readonly JsonValue[]>();
    const watch = keepCurrent({
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

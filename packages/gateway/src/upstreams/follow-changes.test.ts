import type { McpSubscription } from "@modelcontextprotocol/client";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { followChanges, orAborted, watchOneByOne, watchTogether } from "./follow-changes.ts";
import { UpstreamError } from "./upstream.ts";

type Ending = "local" | "graceful" | "remote";

function setUp(endings: readonly (Ending | "refused" | "stays")[], lastsMs = 0) {
  const clock = createFakeClock();
  const queue = [...endings];
  const asked: number[] = [];
  let changes = 0;
  const listen = async (): Promise<Pick<McpSubscription, "closed">> => {
    asked.push(clock.monotonic());
    const ending = queue.shift() ?? "stays";
    if (ending === "refused") throw new Error("no");
    if (ending === "stays") return { closed: new Promise(() => undefined) };
    return { closed: lastsMs === 0 ? Promise.resolve(ending) : lasting(ending) };
  };
  const lasting = (ending: Ending): Promise<Ending> => clock.sleep(lastsMs).then(() => ending);
  const stopping = new AbortController();
  const missed = (): void => {
    changes += 1;
  };
  const following = followChanges({ clock, listen, missed }, stopping.signal);
  return { clock, asked, following, stopping, changes: () => changes };
}

describe("followChanges", () => {
  it("listens again after the stream ended, and assumes a missed change", async () => {
    const { clock, asked, changes } = setUp(["graceful", "remote", "stays"], 20_000);
    await clock.advance(60_000);

    expect({ asked, changes: changes() }).toEqual({ asked: [0, 21_000, 42_000], changes: 2 });
  });

  it("backs off from a server that ends every stream at once", async () => {
    const { clock, asked } = setUp(["remote", "graceful", "remote", "stays"]);
    await clock.advance(60_000);

    expect(asked).toEqual([0, 1_000, 3_000, 7_000]);
  });

  it("backs off from a server that refuses", async () => {
    const { clock, asked, changes } = setUp(["refused", "refused", "refused", "stays"]);
    await clock.advance(60_000);

    expect({ asked, changes: changes() }).toEqual({ asked: [0, 1_000, 3_000, 7_000], changes: 0 });
  });

  it("ends on abort", async () => {
    const { following, asked } = setUp(["local"]);

    await expect(following).resolves.toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it("ends on abort while it waits", async () => {
    const { clock, following, stopping } = setUp(["refused"]);
    await clock.untilSleeping();
    stopping.abort();

    await expect(following).resolves.toBeUndefined();
  });
});

const noAbort = new AbortController().signal;

function setUpLegacy(refused = "") {
  const told: string[] = [];
  const watch = watchOneByOne(async ({ method, params }) => {
    const uri = JSON.stringify(params["uri"]);
    told.push(`${method.replace("resources/", "")} ${uri}`);
    if (uri === refused) throw new UpstreamError({ kind: "lost" });
    return {};
  });
  return { told, watch };
}

describe("watching the resources of a legacy server", () => {
  it("sends only the difference", async () => {
    const { told, watch } = setUpLegacy();
    await watch(["a", "b", "b"], noAbort);
    await watch(["b", "c"], noAbort);
    await watch([], noAbort);

    expect(told).toEqual([
      'subscribe "a"',
      'subscribe "b"',
      'unsubscribe "a"',
      'subscribe "c"',
      'unsubscribe "b"',
      'unsubscribe "c"',
    ]);
  });

  it("asks again for a refused resource, and reports the refusal", async () => {
    const { told, watch } = setUpLegacy('"a"');
    await expect(watch(["a", "b"], noAbort)).rejects.toMatchObject({ fault: { kind: "lost" } });
    await watch(["a", "b"], noAbort).catch(() => undefined);

    expect(told).toEqual(['subscribe "a"', 'subscribe "b"', 'subscribe "a"']);
  });

  it("applies requests one after the other", async () => {
    const { told, watch } = setUpLegacy();
    await Promise.all([watch(["a"], noAbort), watch([], noAbort), watch(["a"], noAbort)]);

    expect(told).toEqual(['subscribe "a"', 'unsubscribe "a"', 'subscribe "a"']);
  });
});

function setUpModern({ matcher = "yes" }: { matcher?: "yes" | "no" | "never" } = {}) {
  const clock = createFakeClock();
  const stopping = new AbortController();
  const listening: { uris: string[]; signal: AbortSignal; end: () => void }[] = [];
  const updated: string[] = [];
  const watch = watchTogether({
    listen: async ({ resourceSubscriptions: uris }, signal) => {
      if (matcher === "no") throw new Error("no");
      if (matcher === "never") return new Promise<never>(() => undefined);
      const closed = Promise.withResolvers<"remote">();
      listening.push({ uris, signal, end: () => closed.resolve("remote") });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the whole subscription nothing else is used
      return { closed: closed.promise } as unknown as McpSubscription;
    },
    clock,
    listeners: { toolsChanged: () => undefined, resourceUpdated: (uri) => updated.push(uri) },
    signal: stopping.signal,
  });
  return { clock, stopping, listening, updated, watch };
}

describe("watching the resources of a modern server", () => {
  it("listens to the whole set, and ends the preceding set", async () => {
    const { listening, watch } = setUpModern();
    await watch(["a"], noAbort);
    await watch(["a", "b"], noAbort);

    expect(listening.map(({ uris, signal }) => [uris, signal.aborted])).toEqual([
      [["a"], true],
      [["a", "b"], false],
    ]);
  });

  it("ends with the last resource, and with the connection", async () => {
    const { stopping, listening, watch } = setUpModern();
    await watch(["a"], noAbort);
    await watch([], noAbort);
    await watch(["b"], noAbort);
    stopping.abort();

    expect(listening.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it("listens again when the stream ends, and assumes that every resource changed", async () => {
    const { clock, listening, updated, watch } = setUpModern();
    await watch(["a", "b"], noAbort);
    listening[0]?.end();
    await clock.advance(1_000);

    expect(listening.map(({ uris }) => uris)).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    expect(updated).toEqual(["a", "b"]);
  });

  it("stops waiting when the caller's signal aborts", async () => {
    const { watch } = setUpModern({ matcher: "never" });
    const caller = new AbortController();
    const watching = watch(["a"], caller.signal);
    caller.abort();

    await expect(watching).rejects.toBeInstanceOf(UpstreamError);
    await expect(watch([], noAbort)).resolves.toBeUndefined();
  });

  it("reports a refusal", async () => {
    const { watch } = setUpModern({ matcher: "no" });

    await expect(watch(["a"], noAbort)).rejects.toBeInstanceOf(UpstreamError);
  });
});

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
    await expect(orAborted(never, AbortSignal.abort())).rejects.toThrow("no longer waits");
  });
});

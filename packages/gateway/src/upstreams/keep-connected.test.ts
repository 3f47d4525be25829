import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { createFakeUpstream, type FakeUpstream } from "@toolcourt/testing/fake-upstream";
import { describe, expect, it } from "vitest";
import { keepConnected } from "./keep-connected.ts";
import { type Upstream, UpstreamError } from "./upstream.ts";

const noAbort = new AbortController().signal;
const unreachable = { fault: { kind: "unreachable" } };

function setUp(opened: readonly (FakeUpstream | "fails")[], first: "must-succeed" | "may-fail") {
  const clock = createFakeClock();
  const waits: number[] = [];
  const queue = [...opened];
  const told: string[] = [];
  let changes = 0;
  const open = async (): Promise<Upstream> => {
    const next = queue.shift() ?? "fails";
    if (next === "fails") throw new UpstreamError({ kind: "unreachable" });
    return next.upstream;
  };
  const kept = keepConnected(open, {
    clock: {
      ...clock,
      sleep: (ms, signal) => {
        waits.push(ms);
        return clock.sleep(ms, signal);
      },
    },
    random: () => 1,
    listeners: {
      toolsChanged: () => {
        changes += 1;
      },
      changed: (what) => told.push(what),
      resourceUpdated: (uri) => told.push(uri),
    },
    first,
  });
  return { clock, kept, waits, told, changes: () => changes };
}

describe("keepConnected", () => {
  it("forwards calls while it is connected", async () => {
    await using kept = await setUp([createFakeUpstream()], "must-succeed").kept;

    expect(await kept.callTool({ name: "echo", arguments: {} }, noAbort)).toEqual({
      content: [],
      called: "echo",
    });
  });

  it("refuses to start if a required server is absent", async () => {
    await expect(setUp(["fails"], "must-succeed").kept).rejects.toMatchObject(unreachable);
  });

  it("keeps trying an optional server, with growing backoff", async () => {
    const { clock, kept, waits } = setUp(["fails", "fails", createFakeUpstream()], "may-fail");
    await using upstream = await kept;
    await expect(upstream.listTools(noAbort)).rejects.toMatchObject(unreachable);

    await clock.advance(500);
    await clock.advance(1_000);

    expect(waits).toEqual([500, 1_000]);
    expect(await upstream.listTools(noAbort)).toEqual([]);
  });

  it("fails calls at once while disconnected, and reports changes on return", async () => {
    const lost = createFakeUpstream();
    const { clock, kept, changes } = setUp([lost, createFakeUpstream("modern")], "must-succeed");
    await using upstream = await kept;
    lost.lose();
    await clock.untilSleeping();
    const meanwhile = upstream.callTool({ name: "echo", arguments: {} }, noAbort);
    await expect(meanwhile).rejects.toMatchObject(unreachable);

    await clock.advance(500);

    expect({ changes: changes(), era: upstream.era }).toEqual({ changes: 1, era: "modern" });
  });

  it("disposes of the lost upstream, and of the current one", async () => {
    const [lost, held] = [createFakeUpstream(), createFakeUpstream()];
    const { clock, kept } = setUp([lost, held], "must-succeed");
    const upstream = await kept;
    lost.lose();
    await clock.untilSleeping();
    await clock.advance(500);

    await upstream[Symbol.asyncDispose]();
    await upstream.lost;

    expect([lost.disposed(), held.disposed()]).toEqual([true, true]);
  });

  it("backs off from a server that is lost as soon as it is open", async () => {
    const servers = Array.from({ length: 4 }, () => createFakeUpstream());
    const { clock, kept, waits } = setUp(servers, "must-succeed");
    await using _ = await kept;
    for (const server of servers.slice(0, 3)) {
      server.lose();
      await clock.advance(6_000);
    }

    expect(waits).toEqual([500, 1_000, 2_000]);
  });

  it("resets the backoff for a server that was connected for a while", async () => {
    const servers = Array.from({ length: 3 }, () => createFakeUpstream());
    const { clock, kept, waits } = setUp(servers, "must-succeed");
    await using _ = await kept;
    for (const server of servers.slice(0, 2)) {
      server.lose();
      await clock.advance(20_000);
    }

    expect(waits).toEqual([500, 500]);
  });

  it("stops trying on disposal", async () => {
    const { clock, kept, waits } = setUp([], "may-fail");
    const upstream = await kept;
    await clock.untilSleeping();

    await upstream[Symbol.asyncDispose]();

    await expect(upstream.lost).resolves.toBeUndefined();
    expect(waits).toHaveLength(1);
  });

  it("watches again after a loss, and assumes that everything has changed", async () => {
    const [lost, held] = [createFakeUpstream(), createFakeUpstream()];
    const { clock, kept, told } = setUp([lost, held], "must-succeed");
    await using upstream = await kept;
    await upstream.watchResources(["file:///a"], noAbort);
    lost.lose();
    await clock.untilSleeping();
    await clock.advance(500);

    expect([lost.watched(), held.watched()]).toEqual([["file:///a"], ["file:///a"]]);
    expect(told).toEqual(["prompts", "resources", "file:///a"]);
  });

  it("keeps the watched resources until there is a connection", async () => {
    const late = createFakeUpstream();
    const { clock, kept } = setUp(["fails", late], "may-fail");
    await using upstream = await kept;
    await upstream.watchResources(["file:///a"], noAbort);
    await clock.untilSleeping();
    await clock.advance(500);

    expect(late.watched()).toEqual(["file:///a"]);
  });
});

async function setUpAway() {
  const fake = createFakeUpstream();
  const { clock, kept, changes } = setUp([fake], "must-succeed");
  const upstream = await kept;
  fake.failWith({ kind: "unreachable" });
  await upstream.callTool({ name: "echo", arguments: {} }, noAbort).catch(() => undefined);
  return { clock, fake, upstream, changes };
}

describe("a connected server that no request reaches", () => {
  it("counts as disconnected until a request reaches it again", async () => {
    const { fake, upstream } = await setUpAway();
    expect(upstream.isConnected()).toBe(false);

    fake.failWith(undefined);
    await upstream.callTool({ name: "echo", arguments: {} }, noAbort);

    expect(upstream.isConnected()).toBe(true);
    await upstream[Symbol.asyncDispose]();
  });

  it("is probed meanwhile, and assumed to have changed on return", async () => {
    const { clock, fake, upstream, changes } = await setUpAway();
    await clock.advance(500);
    expect(upstream.isConnected()).toBe(false);

    fake.failWith(undefined);
    await clock.advance(1_000);

    expect({ isConnected: upstream.isConnected(), changes: changes() }).toEqual({
      isConnected: true,
      changes: 1,
    });
    await upstream[Symbol.asyncDispose]();
  });

  it.each([{ kind: "lost" }, { kind: "http", status: 500 }, { kind: "garbled" }] as const)(
    "stays connected while it answers badly: $kind",
    async (fault) => {
      const fake = createFakeUpstream();
      await using upstream = await setUp([fake], "must-succeed").kept;
      fake.failWith(fault);
      await upstream.callTool({ name: "echo", arguments: {} }, noAbort).catch(() => undefined);

      expect(upstream.isConnected()).toBe(true);
    },
  );

  it.each([
    [-32_601, false],
    [-32_603, true],
  ])("reports the error %i as its last one: %s", async (code, isReported) => {
    const fake = createFakeUpstream();
    await using upstream = await setUp([fake], "must-succeed").kept;
    fake.failWith({ kind: "rpc", code });
    await upstream.callTool({ name: "echo", arguments: {} }, noAbort).catch(() => undefined);

    expect(upstream.health?.().failure !== undefined).toBe(isReported);
  });

  it("is probed by one loop only, however often it comes and goes", async () => {
    const { clock, fake, upstream } = await setUpAway();
    const flap = async (fault: { kind: "unreachable" } | undefined) => {
      fake.failWith(fault);
      await upstream.callTool({ name: "echo", arguments: {} }, noAbort).catch(() => undefined);
    };
    for (let times = 0; times < 50; times += 1) {
      await flap(undefined);
      await flap({ kind: "unreachable" });
    }
    const before = fake.requests();
    await clock.advance(500);

    expect(fake.requests() - before).toBe(1);
    await upstream[Symbol.asyncDispose]();
  });

  it("is not probed after disposal", async () => {
    const { clock, fake, upstream } = await setUpAway();
    await upstream[Symbol.asyncDispose]();
    const before = fake.requests();
    await clock.advance(60_000);

    expect(fake.requests()).toBe(before);
  });
});

import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createFakeUpstream, type FakeUpstream } from "../testing/fake-upstream.ts";
import { backoffMs, keepConnected, type Retry } from "./keep-connected.ts";
import { type Upstream, UpstreamError } from "./upstream.ts";

const noAbort = new AbortController().signal;
const unreachable = { fault: { kind: "unreachable" } };

function setUp(opened: readonly (FakeUpstream | "fails")[], first: "must-succeed" | "may-fail") {
  const clock = createFakeClock();
  const retries: Retry[] = [];
  const queue = [...opened];
  let changes = 0;
  const open = async (): Promise<Upstream> => {
    const next = queue.shift() ?? "fails";
    if (next === "fails") throw new UpstreamError({ kind: "unreachable" });
    return next.upstream;
  };
  const kept = keepConnected(open, {
    clock,
    random: () => 1,
    listeners: {
      toolsChanged: () => {
        changes += 1;
      },
    },
    first,
    onRetry: (retry) => retries.push(retry),
  });
  return { clock, kept, retries, changes: () => changes };
}

describe("keepConnected", () => {
  it("passes calls on while it is connected", async () => {
    await using kept = await setUp([createFakeUpstream()], "must-succeed").kept;

    expect(await kept.callTool({ name: "echo", arguments: {} }, noAbort)).toEqual({
      content: [],
      called: "echo",
    });
  });

  it("refuses to start on a server that must be there and is not", async () => {
    await expect(setUp(["fails"], "must-succeed").kept).rejects.toMatchObject(unreachable);
  });

  it("keeps trying a server that may be absent, with growing patience", async () => {
    const { clock, kept, retries } = setUp(["fails", "fails", createFakeUpstream()], "may-fail");
    await using upstream = await kept;
    await expect(upstream.listTools(noAbort)).rejects.toMatchObject(unreachable);

    await clock.advance(500);
    await clock.advance(1_000);

    expect(retries.map(({ waitMs }) => waitMs)).toEqual([500, 1_000]);
    expect(await upstream.listTools(noAbort)).toEqual([]);
  });

  it("fails calls at once while it is away, and tells of changes when it is back", async () => {
    const lost = createFakeUpstream();
    const { clock, kept, changes } = setUp([lost, createFakeUpstream("modern")], "must-succeed");
    await using upstream = await kept;
    lost.lose();
    await clock.untilSomebodySleeps();
    const meanwhile = upstream.callTool({ name: "echo", arguments: {} }, noAbort);
    await expect(meanwhile).rejects.toMatchObject(unreachable);

    await clock.advance(500);

    expect({ changes: changes(), era: upstream.era }).toEqual({ changes: 1, era: "modern" });
  });

  it("lets go of the upstream that was lost, and of the one it holds", async () => {
    const [lost, held] = [createFakeUpstream(), createFakeUpstream()];
    const { clock, kept } = setUp([lost, held], "must-succeed");
    const upstream = await kept;
    lost.lose();
    await clock.untilSomebodySleeps();
    await clock.advance(500);

    await upstream[Symbol.asyncDispose]();
    await upstream.lost;

    expect([lost.disposed(), held.disposed()]).toEqual([true, true]);
  });

  it("stops trying when it is disposed", async () => {
    const { clock, kept, retries } = setUp([], "may-fail");
    const upstream = await kept;
    await clock.untilSomebodySleeps();

    await upstream[Symbol.asyncDispose]();

    await expect(upstream.lost).resolves.toBeUndefined();
    expect(retries).toHaveLength(1);
  });
});

describe("backoffMs", () => {
  it.each([
    { failures: 0, random: 0, ms: 250 },
    { failures: 3, random: 1, ms: 4_000 },
    { failures: 5_000, random: 1, ms: 30_000 },
  ])("waits $ms ms after $failures failures", ({ failures, random, ms }) => {
    expect(backoffMs(failures, random)).toBe(ms);
  });
});

import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { createFakeUpstream } from "@toolcourt/testing/fake-upstream";
import { describe, expect, it } from "vitest";
import { CallerSessions, idleMs, maxSessions } from "./caller-sessions.ts";
import { noConnections } from "./open-tool-set.ts";

const noAbort = new AbortController().signal;

/** Creates sessions of a server at which every caller is signed in. */
function createSessions() {
  const clock = createFakeClock();
  const counts = { opened: 0, closed: 0 };
  const sessions = new CallerSessions({
    clock,
    server: "crm",
    origin: "https://crm.example",
    connections: {
      ...noConnections,
      use: async (_, { id }) => ({ id: `of-${id}`, tenant: "", origins: [] }),
    },
    reviewed: () => undefined,
    open: async () => {
      counts.opened += 1;
      const { upstream } = createFakeUpstream();
      return {
        ...upstream,
        request: async () => ({}),
        [Symbol.asyncDispose]: async () => {
          counts.closed += 1;
        },
      };
    },
  });
  const ask = (id: string): Promise<unknown> =>
    sessions.of({ id }).request({ method: "ping", params: {} }, noAbort);
  return { sessions, clock, counts, ask };
}

describe("CallerSessions", () => {
  it("opens one session for each connection, even for calls at once", async () => {
    const { counts, ask } = createSessions();
    await Promise.all([ask("ada"), ask("ada"), ask("grace")]);

    expect(counts).toEqual({ opened: 2, closed: 0 });
  });

  it("closes the session that was unused for longest once there are too many", async () => {
    const { counts, clock, ask } = createSessions();
    for (let each = 0; each < maxSessions; each += 1) await ask(`caller-${each}`);
    await clock.advance(1);
    await ask("caller-0");
    await ask("one-more");
    expect(counts).toEqual({ opened: maxSessions + 1, closed: 1 });
    await ask("caller-0");
    expect(counts.opened).toBe(maxSessions + 1);
    await ask("caller-1");

    expect(counts).toEqual({ opened: maxSessions + 2, closed: 2 });
  });

  it("closes idle sessions, and keeps the others", async () => {
    const { counts, clock, ask } = createSessions();
    await ask("ada");
    await clock.advance(idleMs - 1);
    await ask("grace");
    await clock.advance(1);

    expect(counts).toEqual({ opened: 2, closed: 1 });
  });

  it("closes every session at the end", async () => {
    const { sessions, counts, ask } = createSessions();
    await ask("ada");
    await ask("grace");
    await sessions[Symbol.asyncDispose]();

    expect(counts.closed).toBe(2);
  });
});

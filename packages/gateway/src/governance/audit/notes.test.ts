import { parseJson } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { AuditLog } from "./audit-log.ts";
import { maxWaiting, noNotes, openNotes } from "./notes.ts";

function setUp() {
  const clock = createFakeClock(0);
  const state = { isDown: false };
  const written: unknown[] = [];
  const note: AuditLog["note"] = async ({ body }) => {
    if (state.isDown) throw new Error("disk full");
    written.push(parseJson(body));
  };
  const notes = openNotes({ log: { note }, clock });
  return { clock, state, notes, written, close: () => notes[Symbol.asyncDispose]() };
}

describe("notes", () => {
  it("are written in order, with the time of their creation", async () => {
    const { clock, notes, written, close } = setUp();
    notes.write("gateway.started", { gateway: "g1" });
    await clock.advance(5);
    notes.write("gateway.stopped", { gateway: "g1" });

    await close();

    expect(written).toEqual([
      { kind: "gateway.started", about: { gateway: "g1" }, at: 0, monotonic: 0 },
      { kind: "gateway.stopped", about: { gateway: "g1" }, at: 5, monotonic: 5 },
    ]);
  });

  it("wait while the log is unwritable, and are written afterwards", async () => {
    const { clock, state, notes, written } = setUp();
    let isKnown = false;
    state.isDown = true;
    notes.write("tool.drifted", { tool: "a" });
    notes.write("identity.verified", async () => {
      if (!isKnown) throw new Error("away");
      return { principal: "s1" };
    });
    await clock.advance(3_000);
    expect(written).toEqual([]);

    state.isDown = false;
    await clock.advance(1_000);
    isKnown = true;
    await clock.advance(1_000);

    expect(written).toMatchObject([
      { kind: "tool.drifted", at: 0 },
      { kind: "identity.verified", at: 0, about: { principal: "s1" } },
    ]);
  });

  it("have a limit, and the number of lost ones is noted", async () => {
    const { clock, state, notes, written, close } = setUp();
    state.isDown = true;
    for (let tool = 0; tool < maxWaiting + 3; tool += 1) notes.write("tool.drifted", { tool });
    await clock.advance(1_000);

    state.isDown = false;
    await close();

    expect(written).toHaveLength(maxWaiting + 1);
    expect(written.at(-2)).toMatchObject({ about: { tool: maxWaiting - 1 } });
    expect(written.at(-1)).toMatchObject({ kind: "notes.lost", about: { notes: 3 } });
  });

  it("are abandoned on close if the log stays unwritable", async () => {
    const { state, notes, written, close } = setUp();
    state.isDown = true;
    notes.write("gateway.stopped", {});

    await close();

    expect(written).toEqual([]);
  });

  it("are dropped without a log", () => {
    expect(noNotes.write("gateway.stopped", {})).toBeUndefined();
  });
});

import { createRandom } from "@toolcourt/testing/approvals";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { ConsoleSessions, type OpenedSession, type SessionOwner } from "./sessions.ts";

const ada = { id: "key:ada", permissions: [] } as const;
const minute = 60_000;

function setUp() {
  const clock = createFakeClock();
  const sessions = new ConsoleSessions({ clock, randomBytes: createRandom() });
  const open = (owner: Partial<SessionOwner> = {}, cookie?: string): OpenedSession =>
    sessions.open({ principal: ada, endsAt: Number.POSITIVE_INFINITY, ...owner }, cookie);
  return { clock, sessions, open };
}

describe("sessions of the console", () => {
  it("are ended when they are idle, so that their streams end without a request", async () => {
    const { clock, sessions, open } = setUp();
    const { session } = open();
    await clock.advance(29 * minute);
    sessions.endExpired();
    const before = session.ended.aborted;
    await clock.advance(minute);
    sessions.endExpired();

    expect([before, session.ended.aborted]).toEqual([false, true]);
  });

  it("are ended when only their page asks by itself, however often", async () => {
    const { clock, sessions, open } = setUp();
    const opened = open();
    await clock.advance(20 * minute);
    const attended = sessions.find(opened, true);
    await clock.advance(20 * minute);
    const unattended = sessions.find(opened, false);
    await clock.advance(10 * minute);

    expect([attended, unattended]).toEqual([opened.session, opened.session]);
    expect(sessions.find(opened)).toBeUndefined();
  });

  it("last no longer than their key", async () => {
    const { clock, sessions, open } = setUp();
    const endsAt = clock.now() + 5 * minute;
    const opened = open({ endsAt });
    await clock.advance(5 * minute - 1);
    const before = sessions.find(opened);
    await clock.advance(1);

    expect(opened.session.expiresAt).toBe(endsAt);
    expect(before).toBe(opened.session);
    expect(sessions.find(opened)).toBeUndefined();
    expect(opened.session.ended.aborted).toBe(true);
  });

  it("end with their key, also if it was revoked while they were opened", () => {
    const { sessions, open } = setUp();
    const [now, later] = [AbortSignal.abort(), new AbortController()];
    const [dead, living] = [open({ until: now }), open({ until: later.signal })];
    const before = [sessions.find(dead), sessions.find(living)];
    later.abort();

    expect(before).toEqual([undefined, living.session]);
    expect(sessions.find(living)).toBeUndefined();
  });

  it("need both halves of one browser", () => {
    const { sessions, open } = setUp();
    const [one, other] = [open(), open()];

    expect(sessions.find({ cookie: one.cookie, header: other.header })).toBeUndefined();
    expect(sessions.find({ cookie: "", header: one.header })).toBeUndefined();
    expect(sessions.find({ cookie: one.header, header: one.cookie })).toBeUndefined();
    expect(sessions.find(one)).toBe(one.session);
  });

  it("of another principal do not move to a new cookie", () => {
    const { sessions, open } = setUp();
    const first = open();
    const north = { ...ada, tenant: "north" };
    const second = open({ principal: north }, first.cookie);

    expect(sessions.find({ ...first, cookie: second.cookie })).toBeUndefined();
    expect(sessions.find(first)).toBe(first.session);
  });

  it("are at most a thousand, and the oldest ends", () => {
    const { sessions, open } = setUp();
    const [first, second] = [open(), open()];
    for (let count = 0; count < 999; count += 1)
      open({ principal: { ...ada, id: `key:${count}` } });

    expect(sessions.find(first)).toBeUndefined();
    expect(first.session.ended.aborted).toBe(true);
    expect(sessions.find(second)).toBe(second.session);
  });

  it("are at most fifty of one principal, who ends those of no other", () => {
    const { sessions, open } = setUp();
    const grace = open({ principal: { ...ada, id: "key:grace" } });
    const [first, second] = [open(), open()];
    for (let count = 0; count < 49; count += 1) open();

    expect(sessions.find(first)).toBeUndefined();
    expect(sessions.find(second)).toBe(second.session);
    expect(sessions.find(grace)).toBe(grace.session);
  });

  it("keep no half that could be read", () => {
    const { sessions, open } = setUp();
    const { cookie, header } = open();

    expect(JSON.stringify(sessions)).not.toContain(cookie);
    expect(cookie).toMatch(/^[\da-f]{64}$/);
    expect(header).toMatch(/^[\da-f]{64}$/);
    expect(header).not.toBe(cookie);
  });
});

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { incomingCall, resolvedCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { storeDeadlineMs } from "../../stores/store-error.ts";
import { AuditLog, type AuditLogDeps } from "./audit-log.ts";
import type { AuditedEnding } from "./audited-call.ts";
import { createOpenTrail } from "./call-trail.ts";
import { link } from "./chain.ts";
import { Subjects } from "./subjects.ts";

const ending: AuditedEnding = {
  kind: "answered",
  output: { isError: false },
  fromCache: false,
  contract: "sha256:11",
};

interface Places {
  readonly isDown?: () => boolean;
  readonly second?: AuditLogDeps["second"];
}

async function setUp({ isDown = () => false, second }: Places = {}) {
  const clock = createFakeClock();
  const stores = openMemoryStores({ link });
  const appended: number[] = [];
  const log = new AuditLog(
    {
      append: async (entries, durability) => {
        if (isDown()) throw new Error("disk full");
        appended.push(entries.length);
        return stores.audit.append(entries, durability);
      },
    },
    { clock, ...(second && { second, require: "all" }) },
  );
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  return {
    clock,
    stores,
    appended,
    subjects,
    openTrail: createOpenTrail({
      log,
      clock,
      subjects,
      addressOf: (server) => `https://${server}.example`,
    }),
  };
}

/** Opens a trail whose store stalls from now on. */
async function stalled() {
  const clock = createFakeClock();
  const stores = openMemoryStores({ link });
  const gate = Promise.withResolvers<void>();
  let isStalled = false;
  const log = new AuditLog(
    {
      append: async (...given) => {
        if (isStalled) await gate.promise;
        return stores.audit.append(...given);
      },
    },
    { clock },
  );
  const subjects = { of: () => ({ id: "s1" }) };
  const trail = createOpenTrail({ clock, log, subjects })(incomingCall());
  await trail.committed();
  isStalled = true;
  const { contract } = resolvedCall().registered;
  const call = { ...incomingCall(), registered: { contract, settings: { timeoutMs: 5_000 } } };
  const kinds = async () =>
    (await stores.audit.read(1, 9)).map(({ body }) => body.match(/call[.][a-z]+/)?.[0]);
  return { clock, gate, trail, call, kinds };
}

describe("the trail of a call", () => {
  it("has its intent before the tool runs and its outcome before the answer is sent", async () => {
    const { clock, stores, openTrail } = await setUp();
    const trail = openTrail(incomingCall());
    await trail.onDisk();
    expect(await stores.audit.unfinished(Number.POSITIVE_INFINITY)).toHaveLength(1);
    await clock.advance(25);

    await trail.closed(resolvedCall(), ending);

    const bodies = (await stores.audit.read(1, 9)).map(({ body }) => parseJson(body));
    expect(bodies).toMatchObject([
      { kind: "call.opened", principal: { id: "id-1" } },
      {
        kind: "call.closed",
        ms: 25,
        target: { address: "https://weather.example", server: "weather" },
      },
    ]);
    expect(await stores.audit.unfinished(Number.POSITIVE_INFINITY)).toEqual([]);
  });

  it("writes both together for a call that ends at once", async () => {
    const { appended, subjects, openTrail } = await setUp();
    await subjects.of({ id: "ada" });

    await openTrail(incomingCall()).closed(incomingCall(), { kind: "refused", error: undefined });

    expect(appended).toEqual([2]);
  });

  it("has its intent first, even if the caller's name has to be looked up", async () => {
    const { stores, openTrail } = await setUp();

    await openTrail(incomingCall()).closed(incomingCall(), { kind: "refused", error: undefined });

    expect(await stores.audit.unfinished(Number.POSITIVE_INFINITY)).toEqual([]);
    expect((await stores.audit.read(1, 1))[0]?.body).toContain("call.opened");
  });

  it("refuses a call whose intent cannot be written, and does not wait for its outcome", async () => {
    const { appended, openTrail } = await setUp({ isDown: () => true });
    const trail = openTrail(incomingCall({ tool: "a\u001b[31m" }));
    const refusal = {
      code: "audit-failed",
      details: { tool: "a\\u{1b}[31m", moment: "opened" },
    };

    await expect(trail.committed()).rejects.toMatchObject(refusal);
    await expect(trail.onDisk()).rejects.toMatchObject(refusal);
    await expect(trail.closed(incomingCall(), ending)).rejects.toMatchObject(refusal);
    expect(appended).toEqual([]);
  });

  it("leaves no open call in the store if the second log's failure refused it", async () => {
    const second = {
      append: () => Promise.reject(new Error("disk full")),
      [Symbol.asyncDispose]: async () => undefined,
    };
    const { stores, openTrail } = await setUp({ second });
    // The first call has to look up the caller's name.
    for (const callId of ["first", "second"]) {
      const call = { ...incomingCall(), callId };
      const trail = openTrail(call);

      await expect(trail.committed()).rejects.toMatchObject({ code: "audit-failed" });
      await expect(trail.closed(call, ending)).rejects.toMatchObject({ code: "audit-failed" });
    }

    await expect.poll(() => stores.audit.last()).toMatchObject({ sequence: 4 });
    expect(await stores.audit.unfinished(Number.POSITIVE_INFINITY)).toEqual([]);
    const rows = await stores.audit.read(1, 4);
    const ends = rows
      .map(({ body }) => parseJson(body))
      .filter((row) => isJsonObject(row) && row["code"]);
    expect(ends).toMatchObject([{ code: "audit-failed" }, { code: "audit-failed" }]);
  });

  describe("if an intent reaches the store after its call was refused", () => {
    const isInvalid: AuditedEnding = {
      kind: "refused",
      error: new Refusal("input-invalid", { tool: "transfer", issues: [] }),
    };

    it.each([
      ["before its tool runs", true],
      ["while it closes", false],
    ])("ends the call there once: %s", async (_, isAwaited) => {
      const clock = createFakeClock();
      const stores = openMemoryStores({ link });
      const gate = Promise.withResolvers<void>();
      const append: typeof stores.audit.append = async (...given) => {
        await gate.promise;
        return stores.audit.append(...given);
      };
      const log = new AuditLog({ append }, { clock });
      const subjects = { of: () => ({ id: "s1" }) };
      const trail = createOpenTrail({ clock, log, subjects })(incomingCall());
      const refused = isAwaited
        ? trail.committed().catch(() => trail.closed(incomingCall(), isInvalid))
        : trail.closed(incomingCall(), isInvalid);
      refused.catch(() => undefined);
      await clock.advance(150);
      await clock.advance(storeDeadlineMs + 150);
      await expect(refused).rejects.toMatchObject({ code: "audit-failed" });

      gate.resolve();

      const kinds = async (): Promise<unknown> =>
        (await stores.audit.read(1, 9)).map(({ body }) => body.match(/call[.][a-z]+/)?.[0]);
      await expect.poll(kinds).toEqual(["call.opened", "call.closed"]);
      expect(await stores.audit.unfinished(Number.POSITIVE_INFINITY)).toEqual([]);
    });
  });

  it("withholds an answer whose outcome cannot be written", async () => {
    let isDown = false;
    const { openTrail } = await setUp({ isDown: () => isDown });
    const trail = openTrail(incomingCall());
    await trail.committed();
    isDown = true;

    await expect(trail.closed(incomingCall(), ending)).rejects.toMatchObject({
      code: "audit-failed",
      details: { moment: "closed" },
    });
  });

  it.each(["committed", "onDisk"] as const)(
    "shares one deadline between name and entry if the store hangs: %s",
    async (kept) => {
      const clock = createFakeClock();
      const hanging = { append: () => new Promise<never>(() => undefined) };
      const trail = createOpenTrail({
        clock,
        log: new AuditLog(hanging, { clock }),
        subjects: { of: () => clock.sleep(400).then(() => ({ id: "s1" })) },
      })(incomingCall());
      let isRefused = false;
      trail[kept]().catch(() => (isRefused = true));

      await clock.advance(storeDeadlineMs - 1);
      expect(isRefused).toBe(false);
      await clock.advance(1);

      expect(isRefused).toBe(true);
      await expect(trail.closed(incomingCall(), ending)).rejects.toMatchObject({
        code: "audit-failed",
      });
    },
  );

  it("does not wait for the outcome of a call refused for a missing record", async () => {
    let isHanging = false;
    const clock = createFakeClock();
    const { audit } = openMemoryStores({ link });
    const append: typeof audit.append = (entries, durability) =>
      isHanging ? new Promise<never>(() => undefined) : audit.append(entries, durability);
    const log = new AuditLog({ append }, { clock });
    const subjects = { of: () => ({ id: "s1" }) };
    const trail = createOpenTrail({ clock, log, subjects })(incomingCall());
    await trail.committed();
    isHanging = true;

    const error = new Refusal("audit-failed", { tool: "transfer", moment: "opened" });
    const closed = trail.closed(incomingCall(), { kind: "refused", error });

    await expect(closed).resolves.toBeUndefined();
  });

  describe("if the store stalls when the call closes", () => {
    it("delays the answer until the store has the outcome", async () => {
      const { clock, gate, trail, call, kinds } = await stalled();
      let isClosed = false;
      const closed = trail.closed(call, ending).then(() => (isClosed = true));
      await clock.advance(4_900);
      expect(isClosed).toBe(false);

      gate.resolve();

      await closed;
      expect(await kinds()).toEqual(["call.opened", "call.closed"]);
    });

    it("refuses at the deadline of the call, and still writes the outcome once", async () => {
      const { clock, gate, trail, call, kinds } = await stalled();
      const closed = trail.closed(call, ending);
      closed.catch(() => undefined);
      await clock.advance(900);
      await clock.advance(4_200);
      await expect(closed).rejects.toMatchObject({
        code: "audit-failed",
        details: { moment: "closed" },
      });
      expect(await kinds()).toEqual(["call.opened"]);

      gate.resolve();

      await expect.poll(kinds).toEqual(["call.opened", "call.closed"]);
    });

    it("does not wait longer than for an intent if the tool did not run", async () => {
      const { clock, trail } = await stalled();
      const closed = trail.closed(incomingCall(), { kind: "refused", error: undefined });
      closed.catch(() => undefined);
      await clock.advance(storeDeadlineMs + 150);
      await expect(closed).rejects.toMatchObject({ details: { moment: "closed" } });
    });
  });

  it("refuses a call whose principal's pseudonym cannot be found", async () => {
    const { openTrail } = await setUp();
    const clock = createFakeClock();
    const trail = createOpenTrail({
      clock,
      log: new AuditLog(openMemoryStores({ link }).audit, { clock }),
      subjects: { of: () => Promise.reject(new Error("away")) },
    })(incomingCall());

    await expect(trail.committed()).rejects.toMatchObject({ code: "audit-failed" });
    await expect(openTrail(incomingCall()).committed()).resolves.toBeUndefined();
  });
});

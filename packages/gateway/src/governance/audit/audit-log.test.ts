import { auditEntry, byteLines } from "@toolcourt/testing/audit";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { AuditLog } from "./audit-log.ts";
import { link } from "./chain.ts";
import { openFileLog } from "./file-log.ts";
import { verifyExport } from "./verify-export.ts";

const broken = { append: () => Promise.reject(new Error("read-only")) };
const clock = createFakeClock();

describe("the audit log", () => {
  it("writes to the store and to the second log", async () => {
    await using folder = await openFolder();
    const { audit } = openMemoryStores({ link });
    await using second = await openFileLog({ path: `${folder.path}/audit.jsonl`, origin: "o" });
    await using log = new AuditLog(audit, { clock, second, require: "all" });

    await log.write(auditEntry()).committed;
    await log.write(auditEntry()).onDisk();

    expect(await audit.read(1, 9)).toHaveLength(2);
    const file = await folder.read("audit.jsonl");
    const verdict = await verifyExport(byteLines(Buffer.from(file)), {
      verifiers: [],
      outside: [],
    });
    expect(verdict).toMatchObject({ kind: "sound", rows: 2, signed: 0 });
  });

  it.each([
    { places: "the store", store: broken, second: undefined, require: "any" },
    { places: "both", store: broken, second: broken, require: "any" },
    {
      places: "one of two that must have it",
      store: undefined,
      second: broken,
      require: "all",
    },
  ] as const)("refuses when $places cannot be written", async ({ store, second, require }) => {
    const failed: string[] = [];
    await using log = new AuditLog(store ?? openMemoryStores({ link }).audit, {
      clock,
      require,
      ...(second === undefined ? {} : { second }),
      onFailed: (place) => failed.push(place),
    });

    const ticket = log.write(auditEntry());

    await expect(ticket.committed).rejects.toMatchObject({ name: "AuditUnavailable" });
    await expect(ticket.onDisk()).rejects.toMatchObject({ name: "AuditUnavailable" });
    expect(failed).not.toEqual([]);
  });

  it.each([
    ["any", false, true],
    ["all", true, true],
  ] as const)("fails for ten seconds if %s of two are required", async (require, ...expected) => {
    const { audit } = openMemoryStores({ link });
    const own = createFakeClock();
    const isFailing = async (store: Pick<typeof audit, "append">): Promise<boolean> => {
      await using log = new AuditLog(store, {
        clock: own,
        require,
        second: broken,
      });
      await log.write(auditEntry()).committed.catch(() => undefined);
      const before = log.isFailing();
      await own.advance(10_000);
      expect(log.isFailing()).toBe(false);
      return before;
    };

    expect([await isFailing(audit), await isFailing(broken)]).toEqual(expected);
  });

  it("fails no longer once an entry is written", async () => {
    const { audit } = openMemoryStores({ link });
    const appends = [broken.append, audit.append];
    const append: typeof audit.append = (...given) => (appends.shift() ?? audit.append)(...given);
    await using log = new AuditLog({ append }, { clock });
    await log.write(auditEntry()).committed.catch(() => undefined);
    const before = log.isFailing();
    await log.write(auditEntry()).committed;

    expect([before, log.isFailing()]).toEqual([true, false]);
  });

  it("copies stored entries, and waits for that only if all places are required", async () => {
    const { audit } = openMemoryStores({ link });
    const entries = [auditEntry()];
    await using one = new AuditLog(audit, { clock });
    await using any = new AuditLog(audit, { clock, second: broken });
    await using all = new AuditLog(audit, { clock, second: broken, require: "all" });

    await expect(one.copy(entries)).resolves.toBeUndefined();
    await expect(any.copy(entries)).resolves.toBeUndefined();
    await expect(all.copy(entries)).rejects.toMatchObject({ name: "StoreError" });
    expect(await audit.read(1, 9)).toEqual([]);
  });

  it("keeps a note once one place has it, even if calls need both", async () => {
    const { audit } = openMemoryStores({ link });
    await using log = new AuditLog(audit, { clock, second: broken, require: "all" });
    await using alone = new AuditLog(broken, { clock });

    await expect(log.note(auditEntry())).resolves.toBeUndefined();
    await expect(alone.note(auditEntry())).rejects.toMatchObject({ name: "AuditUnavailable" });

    expect(await audit.read(1, 9)).toHaveLength(1);
  });

  it("continues with one of two places, and reports the other as down", async () => {
    const failed: string[] = [];
    const { audit } = openMemoryStores({ link });
    const log = new AuditLog(audit, {
      clock,
      second: broken,
      onFailed: (place) => failed.push(place),
    });

    await expect(log.write(auditEntry()).onDisk()).resolves.toBeUndefined();
    await log[Symbol.asyncDispose]();

    expect(failed).toEqual(["second"]);
  });

  it("reports an outage once and the recovery once", async () => {
    const { audit } = openMemoryStores({ link });
    const told: string[] = [];
    let isDown = true;
    await using log = new AuditLog(
      {
        append: (entries, durability) =>
          isDown ? broken.append() : audit.append(entries, durability),
      },
      {
        clock,
        onFailed: (place) => told.push(`${place} down`),
        onRecovered: (place) => told.push(`${place} up`),
      },
    );
    await expect(log.write(auditEntry()).committed).rejects.toThrow("failed");
    await expect(log.write(auditEntry()).committed).rejects.toThrow("failed");

    isDown = false;
    await log.write(auditEntry()).committed;
    await log.write(auditEntry()).committed;

    expect(told).toEqual(["store down", "store up"]);
  });
});

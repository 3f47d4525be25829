import { chmod, copyFile, mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyTextOf } from "../../packages/gateway/src/governance/audit/note.ts";
import {
  type AuditedWorld,
  answeredAll,
  keyFile,
  openAuditedWorld,
  refusedAll,
} from "./audited-world.ts";

/** A real gateway looks at its key every second. */
const patience = { timeout: 60_000 };
const soon = { timeout: 10_000, interval: 100 };

interface Fault {
  readonly begin: (key: string) => Promise<void>;
  readonly end: (key: string) => Promise<void>;
  readonly reason: RegExp;
}

const away = (key: string): string => `${key}.away`;
const putBack = async (key: string): Promise<void> => {
  await rm(key, { force: true });
  await rename(away(key), key);
};

const faults: readonly (readonly [string, Fault])[] = [
  [
    "gone",
    { begin: (key) => rename(key, away(key)), end: putBack, reason: /its key cannot be used/ },
  ],
  [
    "readable for all",
    {
      begin: (key) => chmod(key, 0o644),
      end: (key) => chmod(key, 0o600),
      reason: /its key cannot be used/,
    },
  ],
  [
    "a folder",
    {
      begin: async (key) => {
        await rename(key, away(key));
        await mkdir(key);
      },
      end: async (key) => {
        await rmdir(key);
        await rename(away(key), key);
      },
      reason: /its key cannot be used/,
    },
  ],
  [
    "no key",
    {
      begin: async (key) => {
        await copyFile(key, away(key));
        await writeFile(key, "no key\n");
      },
      end: putBack,
      reason: /its key cannot be used/,
    },
  ],
  [
    "another key of the same name",
    {
      begin: async (key) => {
        await rename(key, away(key));
        await writeFile(key, `${keyTextOf("toolcourt-1", Buffer.alloc(32, 9))}\n`, { mode: 0o600 });
      },
      end: putBack,
      reason: /its key was replaced while the gateway ran/,
    },
  ],
];

describe("SECURITY 73: a log that cannot be signed", patience, () => {
  it("stops every kind of request while its key is unusable, and resumes with the key", async () => {
    await using world = await openAuditedWorld();
    expect(await world.requests()).toEqual(answeredAll);
    const before = world.reached.length;

    for (const [, fault] of faults) {
      await sitOut(world, fault);
      expect(await world.requests()).toEqual(answeredAll);
    }

    expect(world.reached).toHaveLength(before * (1 + faults.length));
    expect(world.printed()).toContain("Its file is gone. Put it back (audit.key).");
    expect(world.printed()).toContain("Set its mode to 0600.");
    expect(world.printed()).toContain("There is a folder in place of the key");
    expect(world.printed()).toContain("The audit log is signed again");
  });

  it("records the refused requests, and verifies afterwards", async () => {
    await using world = await openAuditedWorld();
    await world.call();
    const [, gone] = faults[0] ?? [];
    if (gone === undefined) throw new TypeError("There is a first fault.");
    await sitOut(world, gone);
    await world.stop();

    const key = await world.command("audit", "key");
    await world.folder.write("audit.pub", `${key.printed}\n`);
    await world.command("audit", "export", "--out", "audit.jsonl");
    const { code, printed } = await world.command(
      "audit",
      "verify",
      "audit.jsonl",
      "--key",
      "audit.pub",
    );

    expect([code, printed]).toEqual([0, expect.stringContaining("all in place")]);
    const rows = await world.folder.read("audit.jsonl");
    expect(rows.split("\n").filter((row) => row.includes('"audit-failed"'))).toHaveLength(
      refusedAll.length,
    );
  });

  it("is not made good by a mirror, which nothing signs", async () => {
    const audit = { mirror_file: "copy.jsonl", must_reach: "any" };
    await using world = await openAuditedWorld({ audit });
    expect(await world.call()).toBe("answered");

    await rename(join(world.folder.path, keyFile), join(world.folder.path, "away.key"));

    await expect.poll(world.call, soon).toBe("audit-failed: unsigned");
  });

  it("is one whose key is missing at the start, because another key signed it", async () => {
    await using world = await openAuditedWorld();
    await world.call();
    await world.stop();
    await rename(join(world.folder.path, keyFile), join(world.folder.path, "away.key"));

    await world.start();

    expect(await world.readiness()).toBe(
      "503 The audit log cannot be signed: another key signs this log. Next: toolcourt explain-error audit-failed",
    );
    expect(await world.requests()).toEqual(refusedAll);
  });
});

async function sitOut(world: AuditedWorld, { begin, end, reason }: Fault): Promise<void> {
  const key = join(world.folder.path, keyFile);
  await begin(key);
  await expect.poll(world.readiness, soon).toMatch(reason);
  expect(await world.readiness()).toMatch(/^503 /);
  const before = world.reached.length;
  expect(await world.requests()).toEqual(refusedAll);
  expect(world.reached).toHaveLength(before);
  await end(key);
  await expect.poll(world.readiness, soon).toBe("200 ready");
}

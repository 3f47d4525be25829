import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { stderr } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { useSandboxes } from "@toolcourt/testing/sandboxes";
import { describe, expect, it, vi } from "vitest";
import {
  openControlGroup,
  readOwnGroup,
} from "../../packages/gateway/src/upstreams/stdio/control-group.ts";
import { openSandboxed } from "./sandboxed.ts";

// The kernel bounds a sandbox also between two looks of the watch, and counts what the watch does
// not see.

const { missing, searchPath } = await useSandboxes();
const limits = { maxMemory: 64 * 1024 * 1024, maxProcesses: 8 };
const own = readOwnGroup();
const trial = own && (await openControlGroup(limits, own));
const folders = (trial?.joins ?? []).map((file) => dirname(dirname(file)));
await trial?.remove(systemClock);
if (trial === undefined) {
  stderr.write("Skipped: sandboxes in control groups. This user can make none here.\n");
}

const groups = (): readonly string[] =>
  folders.flatMap((folder) => readdirSync(folder)).filter((name) => name.startsWith("toolcourt-"));

describe.skipIf(missing !== undefined || trial === undefined)(
  "a sandbox in a control group",
  { timeout: 60_000 },
  () => {
    it("is ended for files in memory, which no process maps", async () => {
      const sandbox = { memory: "100MB" };
      await using watched = await openSandboxed({ searchPath, sandbox });
      await using bound = await openSandboxed({
        searchPath,
        sandbox,
        groups: { ownGroup: readOwnGroup },
      });

      expect(await watched.attempt("pack")).toBe("packed");
      expect(await bound.attempt("pack")).toEqual({ refused: "outcome-unknown" });
      expect(await bound.lastError()).toContain("SANDBOX_MEMORY");
    });

    it.each([
      ["fill", { memory: "128MB" }, "SANDBOX_MEMORY"],
      ["fork", { processes: 40 }, "SANDBOX_PROCESSES"],
    ])("is ended when it does not stop to %s, and is there again", async (what, sandbox, code) => {
      await using server = await openSandboxed({
        searchPath,
        sandbox,
        groups: { ownGroup: readOwnGroup },
      });
      expect(groups().length).toBeGreaterThanOrEqual(folders.length);

      expect(await server.attempt(what)).toEqual({ refused: "outcome-unknown" });
      expect(await server.lastError()).toContain(code);
      await vi.waitFor(async () => expect(await server.attempt("place")).toBe("/tmp"), {
        timeout: 20_000,
        interval: 200,
      });
    });

    it("starts as many processes as are allowed, and leaves no group behind", async () => {
      const before = new Set(groups());
      {
        const sandbox = { processes: 30 };
        await using server = await openSandboxed({
          searchPath,
          sandbox,
          groups: { ownGroup: readOwnGroup },
        });
        const status = await server.attempt("status");
        const [, threads = "0"] = /Threads:\\t(\d+)/.exec(JSON.stringify(status)) ?? [];
        for (let started = Number(threads); started < 30; started += 1) {
          expect(await server.attempt("runaway", "60")).toBeTypeOf("number");
        }
        expect(await server.lastError()).toBeUndefined();
        expect(await server.attempt("runaway", "60")).toEqual({ refused: "outcome-unknown" });
      }
      await vi.waitFor(() => expect(groups().filter((name) => !before.has(name))).toEqual([]));
    });
  },
);

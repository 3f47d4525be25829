import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env, platform } from "node:process";
import { runProgram } from "@toolcourt/testing/services/run-program";
import { describe, expect, it } from "vitest";
import { commandsOf, type Machine, openMachine, root } from "../../scripts/deploy/page.ts";
import { mustHaveServed, serveOnce } from "../../scripts/deploy/served.ts";

const unit = await readFile(join(root, "deploy/systemd/toolcourt.service"), "utf8");
const command = "/usr/local/bin/toolcourt";

const analyze = (...args: readonly string[]): Promise<string> =>
  runProgram({ command: "systemd-analyze", args });
const isThere = await analyze("--version").then(
  () => true,
  () => false,
);

/** Returns the values of a key, in the order of the unit. */
function valuesOf(key: string): readonly string[] {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

/** Follows the page up to the start, and returns the key that it gives out. */
async function install(machine: Machine): Promise<string> {
  await machine.run(await commandsOf("systemd.md", "1. "));
  const printed = await machine.run(await commandsOf("systemd.md", "2. "));
  // The unit makes this folder.
  await machine.folder.write("var/lib/toolcourt/.keep", "");
  const config = await machine.folder.read("etc/toolcourt/toolcourt.yaml");
  await machine.folder.write("etc/toolcourt/toolcourt.yaml", machine.mapped(config));
  return /^tck_\w+$/m.exec(printed)?.[0] ?? "";
}

describe("the systemd unit", () => {
  // A whole gateway starts, which takes time on a busy machine.
  it("starts, by its command line, what its page installs", { timeout: 60_000 }, async () => {
    await using machine = await openMachine(["systemctl", "systemd-sysusers"]);
    const key = await install(machine);
    const [line = ""] = valuesOf("ExecStart");
    const [program, ...args] = line.split(" ");
    const served = await serveOnce({
      command: join(root, "packages/toolcourt/bin/toolcourt.js"),
      args: args.map(machine.mapped),
      cwd: machine.mapped(valuesOf("WorkingDirectory")[0] ?? "").concat("/"),
      env: {
        PATH: env["PATH"],
        TOOLCOURT__SERVER__PORT: "0",
        TOOLCOURT__SERVER__PROBES__PORT: "0",
        TOOLCOURT__TELEMETRY__METRICS__PORT: "0",
      },
      key,
    });

    expect(program).toBe(command);
    expect(mustHaveServed("the unit", served)).toContain("one call answered");
    expect(await machine.folder.files()).toEqual(
      expect.arrayContaining(
        ["approvals.key", "audit.key", "state.db"].map((name) => `var/lib/toolcourt/${name}`),
      ),
    );
  });

  it("lets a stop take longer than the gateway's own bounds", () => {
    const [stop] = valuesOf("TimeoutStopSec").map(Number);

    // The default of `server.drain.timeout` is 4 seconds, and stores may take 5.
    expect(stop).toBeGreaterThan(4 + 5);
    expect(valuesOf("ExecReload")).toEqual(["/bin/kill -HUP $MAINPID"]);
    expect(valuesOf("MemoryDenyWriteExecute")).toEqual([]);
  });
});

// A part of Debian's systemd. CI must have it: a build that skips proves nothing.
describe.skipIf(platform !== "linux" || (!isThere && env["CI"] === undefined))(
  "systemd-analyze",
  () => {
    it("finds nothing unknown or wrong in the unit", async () => {
      await using machine = await openMachine();
      // The command is not installed here, and `verify` looks for it.
      await machine.folder.write("toolcourt.service", unit.replace(command, "/bin/true"));
      await machine.folder.write(
        "wrong.service",
        unit.replace(command, "/bin/true").replace("ProtectClock", "ProtectClocks"),
      );

      expect(
        await analyze("verify", "--man=no", join(machine.folder.path, "toolcourt.service")),
      ).toBe("");
      expect(
        await analyze("verify", "--man=no", join(machine.folder.path, "wrong.service")),
      ).toContain("ProtectClocks");
    });

    it("rates the exposure of the unit at most 1.5 of 10", async () => {
      const rating = analyze(
        "security",
        "--offline=yes",
        "--threshold=15",
        "--no-pager",
        join(root, "deploy/systemd/toolcourt.service"),
      );

      await expect(rating).resolves.toContain("Overall exposure level for toolcourt.service");
    });
  },
);

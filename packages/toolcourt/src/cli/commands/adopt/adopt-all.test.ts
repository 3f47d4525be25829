import { resolve } from "node:path";
import { env, execPath } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// These start real processes, on machines busy with other tests.
const slow = { timeout: 60_000 };
const program = resolve(import.meta.dirname, "../../../../../testing/src/programs/bare-server.ts");

const common = { transport: "stdio", mode: "dynamic", default_tool_config: {}, profile: ["core"] };
const crm = { ...common, name: "crm", command: execPath, args: [program] };
const erp = { ...crm, name: "erp", env: { ERP_KEY: "${ERP_KEY}" } };
const gone = { ...common, name: "gone", command: "no-such-program" };
const quits = { ...common, name: "quits", command: execPath, args: ["-e", ""] };
const deaf = {
  ...common,
  name: "deaf",
  command: execPath,
  args: ["-e", "setInterval(() => 0, 9)"],
};

function opened(...mcps: readonly object[]): Promise<Folder> {
  return openFolder({ "toolcourt.yaml": JSON.stringify({ toolbox: { mcps } }) });
}

/** A clock on which a minute passes in six seconds. */
const fast = {
  ...systemClock,
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 10, signal),
};

function adopt(folder: Folder, ...args: readonly string[]) {
  return run(["adopt", ...args], {
    folder: folder.path,
    environment: { PATH: env["PATH"] ?? "" },
  });
}

describe("toolcourt adopt --all", slow, () => {
  it("writes overlays for the tools of every server", async () => {
    await using folder = await opened(crm, { ...crm, name: "shop" });

    const { code, output } = await adopt(folder, "--all");

    expect(code).toBe(0);
    expect(output).toMatch(/^crm +2 +0 +2 +\d +2$/m);
    expect(output).toMatch(/^shop +2 +0 +2 +\d +2$/m);
    expect(output).toContain("2 servers of 2 adopted. Wrote 4 overlays.");
    expect(await folder.files()).toEqual([
      "contracts/crm/get_user.yaml",
      "contracts/crm/note_visit.yaml",
      "contracts/shop/get_user.yaml",
      "contracts/shop/note_visit.yaml",
      "toolcourt.yaml",
    ]);
  });

  it("names each server that fails, with the next command, and adopts the others", async () => {
    await using folder = await opened(gone, erp, quits, crm);

    const { code, output } = await adopt(folder, "--all");

    expect(code).toBe(1);
    expect(output).toContain("1 server of 4 adopted. Wrote 2 overlays.");
    expect(output).toMatch(
      /^gone was not adopted: There is no program gone .*\n {2}toolcourt adopt gone$/m,
    );
    expect(output).toMatch(/^erp was not adopted: .*ERP_KEY.*\n {2}toolcourt adopt erp$/m);
    expect(output).toMatch(
      /^quits was not adopted: it ended before .*\n {2}toolcourt adopt quits$/m,
    );
  });

  it("waits a minute for a server that does not answer", async () => {
    await using folder = await opened(deaf, crm);

    const { code, output } = await run(["adopt", "--all"], {
      folder: folder.path,
      environment: { PATH: env["PATH"] ?? "" },
      clock: fast,
    });

    expect(code).toBe(1);
    expect(output).toContain("deaf was not adopted: it took longer than 60 s.");
    expect(output).toContain("1 server of 2 adopted.");
  });

  it("prints JSON", async () => {
    await using folder = await opened(crm, gone);

    const { output } = await adopt(folder, "--all", "--json", "--dry-run");

    expect(JSON.parse(output)).toMatchObject({
      dryRun: true,
      servers: [
        { server: "crm", summary: { tools: 2, written: 0 } },
        { server: "gone", next: "toolcourt adopt gone" },
      ],
    });
    expect(await folder.files()).toEqual(["toolcourt.yaml"]);
  });

  it.each([[["crm"]], [["--only", "x"]], [["--from", "x"]], [["--name", "x"]]])(
    "refuses %j beside it",
    async (args) => {
      await using folder = await opened(crm);

      const { code, errors } = await adopt(folder, "--all", ...args);

      expect([code, errors]).toEqual([2, expect.stringContaining("Give --all alone")]);
    },
  );

  it("refuses a configuration without servers", async () => {
    await using folder = await opened();

    const { code, errors } = await adopt(folder, "--all");

    expect([code, errors]).toEqual([2, expect.stringContaining("has no server to adopt")]);
  });
});

it("toolcourt adopt needs no secret of another server", slow, async () => {
  await using folder = await opened(erp, crm);

  const { code } = await adopt(folder, "crm");

  expect(code).toBe(0);
});

import { rename, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env, execPath } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

// Each run starts a server, which is slow while other tests load the machine.
const slow = { timeout: 40_000 };
const program = resolve(
  import.meta.dirname,
  "../../../../../testing/src/programs/listed-server.ts",
);
const changed = tool({ title: "Other" });
const call = ["call", "get-forecast", "--args", '{"city":"Geneva"}'];

function inFolder(folder: Folder, ...args: readonly string[]) {
  return run(args, { folder: folder.path, environment: { PATH: env["PATH"] ?? "" } });
}

async function offer(folder: Folder, ...tools: readonly JsonObject[]): Promise<void> {
  await folder.write("tools.json", JSON.stringify(tools));
}

/** Opens a folder whose lock has the tool. Its server then shows another contract. */
async function openDrifted(stores: JsonObject = {}): Promise<Folder> {
  const folder = await openFolder({ "tools.json": JSON.stringify([tool()]) });
  const server = {
    name: "weather",
    transport: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", program, resolve(folder.path, "tools.json")],
    mode: "dynamic",
    default_tool_config: { approval: "none" },
  };
  await folder.write("toolcourt.yaml", JSON.stringify({ toolbox: { mcps: [server] }, ...stores }));
  await inFolder(folder, "lock", "--approve");
  await offer(folder, changed);
  return folder;
}

describe("admissions by toolcourt lock", slow, () => {
  it("writes the file alone if there is no store, and says so", async () => {
    await using folder = await openDrifted();
    await using inMemory = await openDrifted({ stores: { url: "memory:" } });

    const none = await inFolder(folder, "lock", "--approve");
    const memory = await inFolder(inMemory, "lock", "--approve");

    expect([none.code, memory.code]).toEqual([0, 0]);
    expect(none.errors).toContain("The store has no admission: There is no store");
    expect(none.errors).toContain("Reload or restart a gateway that runs.");
    expect(memory.errors).toContain("The store is in the memory of a gateway");
  });

  it("writes the file and the store, and leaves new tools to the next start", async () => {
    await using folder = await openDrifted();
    await inFolder(folder, ...call);
    await offer(folder, changed, tool({ name: "get-wind" }));

    const { code, errors } = await inFolder(folder, "lock", "--approve");

    expect(code).toBe(0);
    expect(errors).toContain("Wrote toolcourt.lock: 2 tools approved.");
    expect(errors).toContain(
      "admit changed tools within 3 seconds. Reload or restart them for the rest.",
    );
    expect((await inFolder(folder, "lock", "--check")).code).toBe(0);
  });

  it("writes the store alone if the file cannot be written, and says so", async () => {
    await using folder = await openDrifted();
    const held = await inFolder(folder, ...call);
    await rename(join(folder.path, "toolcourt.lock"), join(folder.path, "elsewhere.lock"));
    await symlink("elsewhere.lock", join(folder.path, "toolcourt.lock"));
    const before = await folder.read("elsewhere.lock");

    const { code, errors } = await inFolder(folder, "lock", "--approve");
    const called = await inFolder(folder, ...call);

    expect(held.output).toContain("tool-quarantined");
    expect(code).toBe(0);
    expect(errors).toContain("The store has the changed tools");
    expect(await folder.read("elsewhere.lock")).toBe(before);
    expect(called.code).toBe(0);
  });

  it("is not approved if neither can be written", async () => {
    await using folder = await openDrifted();
    await rename(join(folder.path, "toolcourt.lock"), join(folder.path, "elsewhere.lock"));
    await symlink("elsewhere.lock", join(folder.path, "toolcourt.lock"));

    const { code, errors } = await inFolder(folder, "lock", "--approve");

    expect(code).toBe(2);
    expect(errors).toContain("write-failed");
  });

  it("holds a tool again after a withdrawal, and shows it for a new approval", async () => {
    await using folder = await openDrifted();
    await inFolder(folder, ...call);
    await inFolder(folder, "lock", "--approve", "--note", "Read it.");

    const withdrawn = await inFolder(folder, "lock", "--withdraw", "weather/get-forecast");
    const held = await inFolder(folder, ...call);
    const explained = await inFolder(folder, "explain", "get-forecast");
    const checked = await inFolder(folder, "lock", "--check");
    const again = await inFolder(folder, "lock", "--approve", "weather/get-forecast");
    const called = await inFolder(folder, ...call);

    expect(withdrawn).toMatchObject({ code: 0 });
    expect(withdrawn.errors).toContain("Withdrew 1 admission.");
    expect(held.output).toContain("its approval was withdrawn");
    expect(explained.output).toContain("held: its approval was withdrawn");
    expect(checked.code).toBe(1);
    expect(checked.output).toContain("weather/get-forecast  withdrawn");
    expect([again.code, called.code]).toEqual([0, 0]);
  });

  it.each<[string, readonly string[], RegExp]>([
    ["a withdrawal without a name", ["--withdraw"], /^Name the tool whose admission ends/],
    ["both decisions", ["--withdraw", "--approve", "x"], /^Give --withdraw without/],
    ["an unknown name", ["--withdraw", "nothing"], /^The store admits no tool called nothing/],
    [
      "another digest",
      ["--withdraw", "get-forecast", "--digest", "sha256:other"],
      /^The admission of weather\/get-forecast has another digest/,
    ],
    ["a note for a check", ["--check", "--note", "x"], /^Give --note without --check/],
  ])("refuses %s", async (_, args, problem) => {
    await using folder = await openDrifted();
    await inFolder(folder, ...call);
    await inFolder(folder, "lock", "--approve");

    const { code, errors } = await inFolder(folder, "lock", ...args);

    expect(code).toBe(2);
    expect(errors).toMatch(problem);
  });
});

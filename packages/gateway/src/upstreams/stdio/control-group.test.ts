import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pid } from "node:process";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { openControlGroup } from "./control-group.ts";

// Folders with the files of a kernel's control groups. Real groups bound real sandboxes in
// `test/attacks/sandboxed-groups.test.ts`.

const limits = { maxMemory: 1_000_000, maxProcesses: 40 };

async function openTree(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await openFolder({});
  onTestFinished(() => folder[Symbol.asyncDispose]());
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder.path, name, ".."), { recursive: true });
    await writeFile(join(folder.path, name), text);
  }
  return folder.path;
}

/** Returns what is in the only group of a folder. */
async function groupIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("toolcourt-"));
  expect(names).toEqual([expect.stringContaining(`toolcourt-${pid}-`)]);
  const group = join(folder, names[0] ?? "");
  const files = await readdir(group);
  const read = async (name: string) => [name, await readFile(join(group, name), "utf8")] as const;
  return Object.fromEntries(await Promise.all(files.map(read)));
}

const unifiedMount = (path: string, root = "/"): string =>
  `35 30 0:29 ${root} ${path} rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n`;

const unifiedFiles = {
  "unit/cgroup.controllers": "cpu memory pids\n",
  "unit/cgroup.subtree_control": "",
  "unit/cgroup.procs": "",
  "unit/gateway/cgroup.procs": "1\n",
};

async function openUnified(files: Readonly<Record<string, string>> = unifiedFiles) {
  const path = await openTree(files);
  const own = { groups: "0::/unit/gateway\n", mounts: unifiedMount(path) };
  return { path, own, unit: join(path, "unit") };
}

describe("a control group of version 2", () => {
  it("lies beside the gateway's own, with both limits", async () => {
    const { own, unit } = await openUnified();

    const group = await openControlGroup(limits, own);

    expect(await groupIn(unit)).toEqual({
      "memory.max": "1000000",
      "memory.oom.group": "1",
      "pids.max": "42",
    });
    expect(await readFile(join(unit, "cgroup.subtree_control"), "utf8")).toBe("+memory +pids");
    expect(group?.joins).toEqual([expect.stringMatching(/unit[/]toolcourt-[^/]+[/]cgroup.procs$/)]);
  });

  it.each([
    ["memory.events", "low 0\nmax 9\noom 1\noom_kill 1\n", "memory"],
    ["memory.events", "low 0\nmax 9\noom 1\noom_kill 0\n", undefined],
    ["pids.events", "max 3\n", "processes"],
    ["pids.events", "max 0\n", undefined],
  ])("tells by %s whether the kernel refused more: %j", async (file, text, excess) => {
    const { own } = await openUnified();
    const group = await openControlGroup(limits, own);
    expect(group?.excess()).toBeUndefined();

    await writeFile(join(group?.joins[0] ?? "", "..", file), text);

    expect(group?.excess()).toBe(excess);
  });

  it("is found where the mount shows a part of the tree, as in a container", async () => {
    const { path, unit } = await openUnified();
    const own = { groups: "0::/pod/unit/gateway\n", mounts: unifiedMount(path, "/pod") };

    await openControlGroup(limits, own);

    expect(await groupIn(unit)).toMatchObject({ "pids.max": "42" });
  });
});

const perControllerFiles = {
  "memory/unit/cgroup.procs": "",
  "pids/cgroup.procs": "",
};

describe("a control group of version 1", () => {
  it("lies inside the gateway's own, once for each controller", async () => {
    const path = await openTree(perControllerFiles);
    const own = {
      groups: "8:pids:/\n4:memory:/unit\n0::/\n",
      mounts: `34 31 0:31 / ${path}/memory rw - cgroup cgroup rw,memory
39 31 0:36 / ${path}/pids rw - cgroup cgroup rw,pids
41 31 0:38 / ${path}/unified rw - cgroup2 cgroup2 rw
`,
    };

    const group = await openControlGroup(limits, own);

    expect(await groupIn(join(path, "memory/unit"))).toEqual({
      "memory.limit_in_bytes": "1000000",
    });
    expect(await groupIn(join(path, "pids"))).toEqual({ "pids.max": "42" });
    expect(group?.joins).toHaveLength(2);
    await writeFile(
      join(group?.joins[0] ?? "", "../memory.oom_control"),
      "under_oom 0\noom_kill 2\n",
    );
    expect(group?.excess()).toBe("memory");
  });
});

describe("no control group", () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ["the gateway's own is the root of what it sees", unifiedFiles, "0::/\n"],
    ["the gateway's own is outside its namespace", unifiedFiles, "0::/../unit/gateway\n"],
    ["the gateway's own is not there", unifiedFiles, "0::/other/gateway\n"],
    ["it has none", unifiedFiles, ""],
    [
      "memory is not delegated",
      { ...unifiedFiles, "unit/cgroup.controllers": "cpu pids\n" },
      "0::/unit/gateway\n",
    ],
    [
      "only one controller of version 1 is there",
      perControllerFiles,
      "4:memory:/unit\n8:cpu:/\n0::/\n",
    ],
  ])("is made if %s", async (_, files, groups) => {
    const path = await openTree(files);
    const mounts = `${unifiedMount(path)}34 31 0:31 / ${path}/memory rw - cgroup cgroup rw,memory\n`;

    expect(await openControlGroup(limits, { groups, mounts })).toBeUndefined();
    const names = await readdir(path, { recursive: true });
    expect(names.filter((name) => name.includes("toolcourt-"))).toEqual([]);
  });

  it("is left of a gateway that was killed", async () => {
    const { own, unit } = await openUnified();
    await mkdir(join(unit, "toolcourt-99999999-left"));
    await mkdir(join(unit, `toolcourt-${pid}-used`));

    await openControlGroup(limits, own);

    const names = await readdir(unit);
    expect(names).toContain(`toolcourt-${pid}-used`);
    expect(names).not.toContain("toolcourt-99999999-left");
  });
});

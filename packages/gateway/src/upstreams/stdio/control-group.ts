import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pid as ownPid } from "node:process";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { OwnGroup } from "../connection.ts";
import type { Sandbox } from "../transport.ts";
import type { OverLimit } from "../upstream.ts";

type Limits = Pick<Sandbox, "maxMemory" | "maxProcesses">;
type Excess = Exclude<OverLimit, "unwatched">;

/** A control group: the kernel itself bounds the processes of a sandbox. */
export interface ControlGroup {
  /** The files to which a process writes 0 to join, with all that it starts. */
  readonly joins: readonly string[];
  /** Returns the limit at which the kernel refused more. */
  readonly excess: () => Excess | undefined;
  /** Removes the group once its processes have ended. */
  readonly remove: (clock: Clock) => Promise<void>;
}

/** Where groups can be made, and what their files are called there. */
interface Hierarchy {
  readonly folder: string;
  readonly limits: Readonly<Record<string, number>>;
  /** Limits of swap. They exist only where the kernel counts it. */
  readonly swapLimits: Readonly<Record<string, number>>;
  /** A file and one of its counters, for each limit. */
  readonly counters: readonly (readonly [file: string, counter: string, excess: Excess])[];
}

/** Bubblewrap is two of the processes: the one that starts the sandbox, and the first inside. */
const ownProcesses = 2;
const prefix = "toolcourt-";

/** Makes a group. Returns undefined where the gateway may not: then only the watch bounds. */
export async function openControlGroup(
  limits: Limits,
  own: OwnGroup,
): Promise<ControlGroup | undefined> {
  const folders: string[] = [];
  try {
    const hierarchies = (await unified(own, limits)) ?? perController(own, limits);
    if (hierarchies === undefined) return undefined;
    for (const hierarchy of hierarchies) folders.push(await makeGroup(hierarchy));
    return groupOf(hierarchies, folders);
  } catch {
    await Promise.all(folders.map((folder) => rmdir(folder).catch(() => undefined)));
    return undefined;
  }
}

/** Returns undefined where there are no control groups. */
export function readOwnGroup(): OwnGroup | undefined {
  try {
    return {
      groups: readFileSync("/proc/self/cgroup", "utf8"),
      mounts: readFileSync("/proc/self/mountinfo", "utf8"),
    };
  } catch {
    return undefined;
  }
}

/**
 * Version 2. A group with processes can give its children no controllers, so the new group lies
 * beside the gateway's own. That takes a parent which was delegated to the gateway's user.
 */
async function unified(
  { groups, mounts }: OwnGroup,
  { maxMemory, maxProcesses }: Limits,
): Promise<readonly Hierarchy[] | undefined> {
  const own = /^0::(.+)$/m.exec(groups)?.[1];
  const found = folderOf(
    own,
    mountsIn(mounts).find(({ type }) => type === "cgroup2"),
  );
  if (found === undefined || found.folder === found.mount) return undefined;
  const folder = dirname(found.folder);
  const there = wordsIn(join(folder, "cgroup.controllers"));
  if (!["memory", "pids"].every((controller) => there.includes(controller))) return undefined;
  // A process may move only within a subtree that its user may write.
  accessSync(join(folder, "cgroup.procs"), constants.W_OK);
  await writeFile(join(folder, "cgroup.subtree_control"), "+memory +pids");
  return [
    {
      folder,
      // Out of memory, the kernel ends the whole group: what is left of it could not go on.
      limits: {
        "memory.max": maxMemory,
        "memory.oom.group": 1,
        "pids.max": maxProcesses + ownProcesses,
      },
      swapLimits: { "memory.swap.max": 0 },
      counters: [
        ["memory.events", "oom_kill", "memory"],
        ["pids.events", "max", "processes"],
      ],
    },
  ];
}

/** Version 1: a tree for each controller. Groups may lie inside the gateway's own. */
function perController(
  { groups, mounts }: OwnGroup,
  { maxMemory, maxProcesses }: Limits,
): readonly Hierarchy[] | undefined {
  const folderWith = (controller: string): string | undefined => {
    const line = groups.split("\n").find((each) => controllersIn(each).includes(controller));
    const mount = mountsIn(mounts).find(
      ({ type, options }) => type === "cgroup" && options.includes(controller),
    );
    return folderOf(line?.split(":").slice(2).join(":"), mount)?.folder;
  };
  const [memory, processes] = [folderWith("memory"), folderWith("pids")];
  if (memory === undefined || processes === undefined) return undefined;
  return [
    {
      folder: memory,
      limits: { "memory.limit_in_bytes": maxMemory },
      swapLimits: { "memory.memsw.limit_in_bytes": maxMemory },
      counters: [["memory.oom_control", "oom_kill", "memory"]],
    },
    {
      folder: processes,
      limits: { "pids.max": maxProcesses + ownProcesses },
      swapLimits: {},
      counters: [["pids.events", "max", "processes"]],
    },
  ];
}

function controllersIn(line: string): readonly string[] {
  return line.split(":")[1]?.split(",") ?? [];
}

interface Mount {
  /** The group that is mounted. */
  readonly root: string;
  readonly mount: string;
  readonly type: string | undefined;
  readonly options: readonly string[];
}

function mountsIn(text: string): readonly Mount[] {
  return text.split("\n").flatMap((line) => {
    const [place = "", source = ""] = line.split(" - ");
    const [, , , root, mount] = place.split(" ");
    const [type, , options = ""] = source.split(" ");
    if (root === undefined || mount === undefined) return [];
    return [{ root, mount, type, options: options.split(",") }];
  });
}

/** Returns the folder of a group. Undefined if the mount does not show it. */
function folderOf(
  group: string | undefined,
  place: Mount | undefined,
): { readonly folder: string; readonly mount: string } | undefined {
  if (group === undefined || place === undefined) return undefined;
  const { root, mount } = place;
  const base = root === "/" ? "" : root;
  const isShown = group === root || group.startsWith(`${base}/`);
  // A group outside the namespace begins with `/..`.
  if (!isShown || group.split("/").includes("..")) return undefined;
  return { folder: join(mount, group.slice(base.length)), mount };
}

async function makeGroup({ folder, limits, swapLimits }: Hierarchy): Promise<string> {
  await removeLeft(folder);
  const group = await mkdtemp(join(folder, `${prefix}${ownPid}-`));
  try {
    const counted = Object.entries(swapLimits).filter(([file]) => existsSync(join(group, file)));
    for (const [file, value] of [...Object.entries(limits), ...counted]) {
      await writeFile(join(group, file), String(value));
    }
  } catch (error) {
    await rmdir(group).catch(() => undefined);
    throw error;
  }
  return group;
}

/** Removes groups of gateways that were killed. A group with processes cannot be removed. */
async function removeLeft(folder: string): Promise<void> {
  const left = readdirSync(folder).filter((name) => {
    const [, pid] = /^toolcourt-(\d+)-/.exec(name) ?? [];
    return pid !== undefined && !existsSync(`/proc/${pid}`);
  });
  await Promise.all(left.map((name) => rmdir(join(folder, name)).catch(() => undefined)));
}

function groupOf(hierarchies: readonly Hierarchy[], folders: readonly string[]): ControlGroup {
  const counters = hierarchies.flatMap((hierarchy, index) =>
    hierarchy.counters.map(
      ([file, counter, excess]) => [join(folders[index] ?? "", file), counter, excess] as const,
    ),
  );
  return {
    joins: folders.map((folder) => join(folder, "cgroup.procs")),
    excess: () => counters.find(([file, counter]) => countIn(file, counter) > 0)?.[2],
    remove: async (clock) => {
      await Promise.all(folders.map((folder) => removeGroup(folder, clock)));
    },
  };
}

function countIn(file: string, counter: string): number {
  const words = wordsIn(file);
  return Number(words[words.indexOf(counter) + 1] ?? 0);
}

/** Returns no words if the file is not there. */
function wordsIn(file: string): readonly string[] {
  try {
    return readFileSync(file, "latin1").split(/\s+/);
  } catch {
    return [];
  }
}

const removeMs = 2_000;
const pollMs = 25;

/** The last processes of a sandbox may still be ending. */
async function removeGroup(folder: string, clock: Clock): Promise<void> {
  for (let waitedMs = 0; waitedMs < removeMs; waitedMs += pollMs) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => !existsSync(folder),
    );
    if (isGone) return;
    await clock.sleep(pollMs);
  }
}

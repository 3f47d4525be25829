import { resolve } from "node:path";
import type { SandboxDeps, UpstreamDeps } from "../connection.ts";
import type { NpxCommand } from "../npx-command.ts";
import { isNpx, readNpx } from "../npx-command.ts";
import type { Sandbox, Transport } from "../transport.ts";
import { UpstreamError } from "../upstream.ts";
import type { Program } from "./child.ts";
import type { ControlGroup } from "./control-group.ts";
import { findBubblewrap, tryBubblewrap } from "./find-bubblewrap.ts";
import { installPackage, NotInstalled } from "./install-package.ts";
import { isWithin, realPlace } from "./paths.ts";
import { resolveCommand } from "./resolve-command.ts";
import { sandboxProgram, systemFolders, type View } from "./sandbox-program.ts";
import { assertHashesShown, noSandbox, viewsOf } from "./sandbox-views.ts";

interface SandboxedTransport extends Transport<"stdio"> {
  readonly sandbox: Sandbox;
}

/** Reports whether a server asks for a sandbox. */
export function isSandboxed(transport: Transport<"stdio">): transport is SandboxedTransport {
  return transport.sandbox !== undefined;
}

/**
 * Refuses a sandbox that cannot be made on this machine, or that would show a file of the gateway.
 * Starts nothing of the server.
 */
export async function checkSandbox(
  transport: SandboxedTransport,
  deps: SandboxDeps,
  searchPath: string,
): Promise<void> {
  const bwrap = bubblewrapOf(deps, searchPath);
  const because = await tryBubblewrap(bwrap);
  if (because !== undefined) throw noSandbox(deps, because);
  await viewsOf(transport, transport.sandbox, deps);
}

function bubblewrapOf(deps: SandboxDeps, searchPath: string): string {
  const found = findBubblewrap(searchPath);
  if ("missing" in found) throw noSandbox(deps, found.missing);
  return found.path;
}

/** A program in a sandbox, and the file that counts as its command. */
interface Sandboxed {
  readonly program: Program;
  readonly main: string;
}

type Deps = Pick<UpstreamDeps, "clock" | "signal" | "searchPath" | "listeners">;

/** Returns the program that runs a server in its sandbox. Installs a package of `npx` before. */
export async function openSandbox(
  transport: SandboxedTransport,
  unboxed: Program,
  deps: Deps & {
    readonly sandboxing: SandboxDeps;
    /** Default: the kernel does not bound the sandbox. */
    readonly group: ControlGroup | undefined;
  },
): Promise<Sandboxed> {
  const { sandbox, command, fileHashes = {} } = transport;
  const { sandboxing, searchPath, group } = deps;
  const bwrap = bubblewrapOf(sandboxing, searchPath);
  const listed = await viewsOf(transport, sandbox, sandboxing);
  const npx = isNpx(command) ? readNpx(transport.args) : undefined;
  const { main, shown, ...run } =
    typeof npx === "object" ? await installed(npx, deps) : await asWritten(unboxed);
  const views = [...shown.filter((view) => !isListed(view, listed)), ...listed];
  const hashed = Object.keys(fileHashes).map(
    (name) => [name, name === command ? main : resolve(unboxed.cwd, name)] as const,
  );
  await assertHashesShown(new Map(hashed), views, sandboxing);
  const cwd = transport.cwd === undefined ? "/tmp" : resolve(transport.cwd);
  const program = { ...unboxed, ...run, cwd };
  const joins = group?.joins ?? [];
  return { program: await sandboxProgram({ ...sandbox, bwrap, views, program, joins }), main };
}

type Run = Pick<Program, "path" | "args"> & {
  readonly main: string;
  readonly shown: readonly View[];
};

async function asWritten({ path, args }: Program): Promise<Run> {
  return { path, args, main: path, shown: [await viewOf(path)] };
}

async function installed(npx: NpxCommand, deps: Parameters<typeof openSandbox>[2]): Promise<Run> {
  const { clock, signal, searchPath, sandboxing, listeners } = deps;
  const { packages, installing } = sandboxing;
  const [npm, node] = [programOf("npm", searchPath), programOf("node", searchPath)];
  const env = { ...installing, PATH: searchPath };
  const made = await installPackage(npx, { npm, packages, env, clock, signal }).catch(
    (cause: unknown) => {
      throw new UpstreamError({ kind: "unreachable" }, { cause });
    },
  );
  const { folder, file, isScript, integrity, isNew } = made;
  const { name, version } = npx;
  if (isNew) listeners.installed?.({ name, version, integrity });
  const shown = [await viewOf(folder), ...(isScript ? [await viewOf(node)] : [])];
  const [path, args] = isScript ? [node, [file, ...npx.args]] : [file, npx.args];
  return { path, args, main: file, shown };
}

function programOf(name: string, searchPath: string): string {
  const found = resolveCommand(name, { searchPath, cwd: "/" });
  if (found === undefined) throw new NotInstalled("EINSTALL");
  return found;
}

async function viewOf(path: string): Promise<View> {
  return { path, source: await realPlace(path), may: "read" };
}

/** Reports whether a path is seen anyway. To show it once more could hide a folder above it. */
function isListed({ path }: View, listed: readonly View[]): boolean {
  const folders = [...systemFolders, ...listed.map((view) => view.path)];
  return folders.some((folder) => isWithin(folder, path));
}

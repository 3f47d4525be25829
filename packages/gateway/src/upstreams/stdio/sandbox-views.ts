import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { HiddenPath, SandboxDeps } from "../connection.ts";
import type { Sandbox, Transport } from "../transport.ts";
import { isWithin, realPlace } from "./paths.ts";
import { systemFolders, type View } from "./sandbox-program.ts";

type Because = Refusal<"sandbox-unavailable">["details"]["because"];

/** Makes the refusal of a sandbox. */
export function noSandbox(
  { server }: Pick<SandboxDeps, "server">,
  because: Because,
  more: { readonly path?: string; readonly key?: string } = {},
): Refusal<"sandbox-unavailable"> {
  return new Refusal("sandbox-unavailable", { server, because, ...more });
}

/** Folders through which a program would get at other processes, devices or services. */
const ofTheSystem: readonly HiddenPath[] = ["/proc", "/sys", "/dev", "/run"].map((path) => ({
  key: "processes, devices or sockets of the system",
  path,
}));

/**
 * Returns what the configuration shows to a program: its lists and its working folder. Refuses a
 * path that is not there, or that would show a file of the gateway.
 */
export async function viewsOf(
  { cwd }: Pick<Transport<"stdio">, "cwd">,
  sandbox: Pick<Sandbox, "read" | "write">,
  deps: SandboxDeps,
): Promise<readonly View[]> {
  const own = cwd === undefined ? [] : [{ named: cwd, path: resolve(cwd), may: "read" as const }];
  const listed = (["read", "write"] as const).flatMap((may) =>
    sandbox[may].map((named) => ({ named, path: resolve(deps.folder, named), may })),
  );
  const hidden = await realHidden(deps);
  const views = await Promise.all(
    [...own, ...listed].map(async ({ named, path, may }) => {
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) throw noSandbox(deps, "absent", { path: named });
      const source = await realPlace(path);
      assertHides({ named, source }, hidden, deps);
      return { path, source, may };
    }),
  );
  assertHidesInSystem(hidden, deps);
  for (const view of views) {
    assertNotMoved(view, views, deps);
    await assertNotMovable(view, deps);
  }
  // A list says more about the working folder than the default.
  const [first, ...others] = views;
  const isListed = own.length > 0 && others.some(({ path }) => path === first?.path);
  return isListed ? others : views;
}

/** A program could put a link into a folder that it writes, and be shown more at its next start. */
function assertNotMoved({ path, source }: View, views: readonly View[], deps: SandboxDeps): void {
  const over = views.filter((each) => each.may === "write" && isWithin(each.path, path));
  const isMoved = over.some((each) => join(each.source, relative(each.path, path)) !== source);
  if (isMoved) throw noSandbox(deps, "moved", { path });
}

/** Another server runs while this one starts, and could put a link there at any moment. */
async function assertNotMovable({ path, source }: View, deps: SandboxDeps): Promise<void> {
  const { server, written = [] } = deps;
  for (const other of written.filter((each) => each.server !== server)) {
    const folder = await realPlace(other.path);
    if ((await isBelow(folder, path)) || (await isBelow(folder, source))) {
      throw noSandbox(deps, "movable", { path, key: other.server });
    }
  }
}

/** Reports whether the way to a path leads through a folder. The folder itself cannot be moved. */
async function isBelow(folder: string, path: string): Promise<boolean> {
  const parent = dirname(path);
  if (parent === path) return false;
  return isWithin(folder, await realPlace(parent)) || isBelow(folder, parent);
}

async function realHidden({ hidden }: SandboxDeps): Promise<readonly HiddenPath[]> {
  const all = [...ofTheSystem, ...(await hidden())];
  return Promise.all(all.map(async (each) => ({ ...each, path: await realPlace(each.path) })));
}

interface Shown {
  /** As the configuration names it. */
  readonly named: string;
  readonly source: string;
}

function assertHides(
  { named, source }: Shown,
  hidden: readonly HiddenPath[],
  deps: SandboxDeps,
): void {
  const bared = hidden.find(
    ({ path, mayShowInside }) =>
      isWithin(source, path) || (mayShowInside !== true && isWithin(path, source)),
  );
  if (bared !== undefined) throw noSandbox(deps, "exposed", { path: named, key: bared.key });
}

/** Every sandbox shows the programs and libraries of the system. */
function assertHidesInSystem(hidden: readonly HiddenPath[], deps: SandboxDeps): void {
  for (const folder of systemFolders) {
    // A folder where the gateway could hold files, such as the home of a service, may lie there.
    const bared = hidden.find(
      ({ path, mayShowInside }) => mayShowInside !== true && isWithin(folder, path),
    );
    if (bared !== undefined) throw noSandbox(deps, "exposed", { path: folder, key: bared.key });
  }
}

/** Refuses hashes of files that the program could change, or that are not what it sees. */
export async function assertHashesShown(
  paths: ReadonlyMap<string, string>,
  views: readonly View[],
  deps: SandboxDeps,
): Promise<void> {
  for (const [named, path] of paths) {
    const real = await realPlace(path);
    const over = views.filter(({ source }) => isWithin(source, real));
    const isShown = over.length > 0 || systemFolders.some((folder) => isWithin(folder, real));
    if (!isShown || over.some(({ may }) => may === "write")) {
      throw noSandbox(deps, "hash-unshown", { path: named });
    }
  }
}

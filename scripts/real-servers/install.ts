import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "../run.ts";
import type { PublishedServer } from "./list.ts";

const installed = resolve(import.meta.dirname, "../../.cache/real-servers");

export type Installed =
  | { readonly kind: "installed"; readonly folder: string; readonly command: string }
  | { readonly kind: "failed"; readonly because: string };

interface Manifest {
  readonly version?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** Installs a server into a folder of its own. Reuses an earlier installation of its version. */
export async function install(server: PublishedServer): Promise<Installed> {
  const folder = join(installed, server.name);
  const wanted = { private: true, dependencies: { [server.package]: server.version } };
  if (manifestOf(folder, server)?.version !== server.version) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify(wanted));
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
    const { code, output } = await run("npm", ["install", ...flags], folder);
    const because = `npm install failed: ${/npm error code (\w+)/.exec(output)?.[1] ?? code}`;
    if (code !== 0) return { kind: "failed", because };
  }
  const program = binOf(manifestOf(folder, server), server);
  if (program === undefined) return { kind: "failed", because: "the package has no program" };
  return { kind: "installed", folder, command: join(folder, "node_modules/.bin", program) };
}

function manifestOf(folder: string, server: PublishedServer): Manifest | undefined {
  try {
    const file = join(folder, "node_modules", server.package, "package.json");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm has read it
    return JSON.parse(readFileSync(file, "utf8")) as Manifest;
  } catch {
    return undefined;
  }
}

/** Returns the program of the package's own name, else its first one, as `npx` does. */
function binOf(manifest: Manifest | undefined, server: PublishedServer): string | undefined {
  const own = server.package.split("/").at(-1) ?? "";
  if (typeof manifest?.bin === "string") return own;
  const names = Object.keys(manifest?.bin ?? {});
  return names.includes(own) ? own : names[0];
}

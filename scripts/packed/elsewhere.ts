import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "../run.ts";
import { type PackageFolder, pack, packageFolders, published, tarballOf } from "./install.ts";

const root = resolve(import.meta.dirname, "../..");

/**
 * Builds a copy of the checkout in another folder and packs it. Returns the packages whose tarballs
 * differ from those in `packed`.
 */
export async function differingElsewhere(
  packed: string,
  folder: string,
): Promise<readonly string[]> {
  const checkout = join(folder, "another/checkout");
  copySources(checkout);
  const built = await run("node", ["scripts/build.ts"], checkout);
  if (built.code !== 0) throw new Error(built.output);
  const again = join(folder, "packed-again");
  const differing: string[] = [];
  for (const name of packageFolders) {
    const { code, output } = await pack(name, again, checkout);
    if (code !== 0) throw new Error(output);
    if (digestOf(name, packed) !== digestOf(name, again)) differing.push(published[name]);
  }
  return differing;
}

function digestOf(name: PackageFolder, packed: string): string {
  return createHash("sha512")
    .update(readFileSync(tarballOf(name, packed)))
    .digest("hex");
}

function isSource(path: string): boolean {
  return !/\/(?:node_modules|dist|\.cache)(?:\/|$)|\.tsbuildinfo$/.test(path.slice(root.length));
}

/** Copies what a build reads. Installed packages are links, and those of ours lead into the copy. */
function copySources(checkout: string): void {
  for (const name of [
    "packages",
    "scripts",
    "package.json",
    "tsconfig.json",
    "tsconfig.base.json",
    "LICENSE",
  ]) {
    cpSync(join(root, name), join(checkout, name), { recursive: true, filter: isSource });
  }
  linkPackages("node_modules", checkout);
  for (const name of readdirSync(join(root, "packages"))) {
    linkPackages(join("packages", name, "node_modules"), checkout);
  }
  const ours = join(checkout, "node_modules/@toolcourt");
  mkdirSync(ours);
  for (const name of readdirSync(join(root, "node_modules/@toolcourt"))) {
    symlinkSync(join(checkout, "packages", name), join(ours, name));
  }
}

function linkPackages(path: string, checkout: string): void {
  if (!existsSync(join(root, path))) return;
  mkdirSync(join(checkout, path), { recursive: true });
  for (const name of readdirSync(join(root, path)).filter((each) => each !== "@toolcourt")) {
    symlinkSync(join(root, path, name), join(checkout, path, name));
  }
}

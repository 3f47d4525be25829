import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { arch, env } from "node:process";
import { installOnce } from "../../packages/testing/src/services/install-once.ts";
import { unpackDebian } from "../../packages/testing/src/services/unpack-debian.ts";
import {
  type PackageFolder,
  pack,
  packageFolders,
  published,
  tarballOf,
} from "../packed/install.ts";
import { readLockFile, shippedBy } from "../supply/lock-file.ts";
import { type Component, sbomOf, sbomText, withComponents } from "../supply/sbom.ts";
import { healthcheckProgram } from "./healthcheck.ts";
import { type ImageFacts, type Written, writeLayout } from "./layout.ts";
import { fileEntry, libraryEntries, packageEntries, systemEntries, withFolders } from "./rootfs.ts";
import { type Entry, writeTar } from "./tar.ts";

const root = resolve(import.meta.dirname, "../..");
const debianPackages = ["libc6", "libstdc++6", "libgcc-s1"];

export interface Built extends Written {
  readonly version: string;
  readonly files: number;
  readonly bytes: number;
}

/** Builds the image of a checkout that `npm run build` has built, as an OCI layout. */
export async function buildImage(folder: string, checkout = root): Promise<Built> {
  const work = mkdtempSync(join(mkdirs(join(root, ".cache")), "image-"));
  try {
    const libraries = await debianLibraries();
    const ours = await packedByUs(checkout, work);
    const base = [...systemEntries(), ...libraryEntries(libraries), ...nodeEntries()];
    const entries = withFolders([
      ...base,
      ...ours,
      ...foreign(checkout),
      ...papers(checkout, libraries),
    ]);
    const facts = factsOf(checkout);
    const written = writeLayout(folder, writeTar(entries, facts.created), facts);
    const sizes = entries.map((entry) => (entry.kind === "file" ? entry.bytes.length : 0));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { ...written, version: facts.version, files: entries.length, bytes };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function mkdirs(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Downloads the libraries from the distribution of this machine. Installs nothing. */
function debianLibraries(): Promise<string> {
  return installOnce("image-libraries", (folder) =>
    unpackDebian(folder, { wanted: debianPackages, libraries: [] }).catch((cause: unknown) => {
      const list = debianPackages.join(" ");
      throw new Error(
        `The libraries of the image could not be fetched. Try: apt-get download ${list}`,
        { cause },
      );
    }),
  );
}

function nodeEntries(): readonly Entry[] {
  const folder = join(root, "node_modules", `node-linux-${arch}`);
  return [
    fileEntry("usr/local/bin/node", readFileSync(join(folder, "bin/node")), 0o755),
    fileEntry("usr/share/doc/node/LICENSE", readFileSync(join(folder, "LICENSE"))),
  ];
}

/** Returns our packages as npm publishes them, and not as they lie in a checkout. */
async function packedByUs(checkout: string, work: string): Promise<readonly Entry[]> {
  const shipped = new Set(
    shippedBy(readLockFile(checkout), "packages/toolcourt").map(({ path }) => path),
  );
  const folders = packageFolders.filter((name) => shipped.has(`packages/${name}`));
  const entries: Entry[] = [];
  for (const name of folders) {
    const { code, output } = await pack(name, work, checkout);
    if (code !== 0) throw new Error(`npm pack ${name}: ${output}`);
    entries.push(...unpacked(name, work));
  }
  entries.push(fileEntry("opt/toolcourt/healthcheck.js", healthcheckProgram));
  return [...entries, fileEntry("opt/toolcourt/package.json", '{"type":"module"}\n')];
}

function unpacked(name: PackageFolder, work: string): readonly Entry[] {
  const into = mkdirs(join(work, `unpacked-${name}`));
  execFileSync("tar", ["-xf", tarballOf(name, work), "-C", into]);
  return packageEntries(into, "package", `opt/toolcourt/node_modules/${published[name]}`);
}

/** Returns the packages of others, at the places where `npm ci` has put and verified them. */
function foreign(checkout: string): readonly Entry[] {
  return shippedBy(readLockFile(checkout), "packages/toolcourt")
    .filter(({ path }) => path.includes("node_modules/"))
    .flatMap(({ path }) => {
      const inPackage = /^packages\/(\w+)\/(node_modules\/.*)$/.exec(path);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lock file names our folders
      const owner = inPackage === null ? undefined : published[inPackage[1] as PackageFolder];
      const to = owner === undefined ? path : `node_modules/${owner}/${inPackage?.[2] ?? ""}`;
      return packageEntries(checkout, path, `opt/toolcourt/${to}`);
    });
}

/** The bill of materials of everything in the image. */
function papers(checkout: string, libraries: string): readonly Entry[] {
  const versions = readdirSync(libraries)
    .toSorted()
    .filter((name) => name.endsWith(".deb"));
  const debs = versions.map((file): Component => {
    const [name = "", version = ""] = file.replace(/\.deb$/, "").split("_");
    const purl = `pkg:deb/debian/${name}@${version}`;
    return { type: "library", "bom-ref": purl, name, version: decodeURIComponent(version), purl };
  });
  const { version } = manifestOf(join(root, "node_modules", `node-linux-${arch}`));
  const purl = `pkg:npm/node-linux-${arch}@${version}`;
  const runtime: Component = { type: "platform", "bom-ref": purl, name: "node", version, purl };
  const sbom = sbomOf(readLockFile(checkout), "packages/toolcourt");
  const text = sbomText(withComponents(sbom, [runtime, ...debs]));
  return [
    fileEntry("usr/share/doc/toolcourt/sbom.cdx.json", text),
    fileEntry("usr/share/doc/toolcourt/LICENSE", readFileSync(join(checkout, "LICENSE"))),
  ];
}

function manifestOf(folder: string): { readonly version: string } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every package has a version
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
}

function factsOf(checkout: string): ImageFacts {
  const { version } = manifestOf(join(checkout, "packages/toolcourt"));
  const created = Number(env["SOURCE_DATE_EPOCH"] ?? 0);
  if (!Number.isSafeInteger(created) || created < 0) {
    throw new Error("SOURCE_DATE_EPOCH: expected seconds since 1970");
  }
  return {
    architecture: arch === "arm64" ? "arm64" : "amd64",
    version,
    created,
    labels: {
      "org.opencontainers.image.title": "toolcourt",
      "org.opencontainers.image.description": "The gate between models and MCP tools.",
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.licenses": "Apache-2.0",
      "org.opencontainers.image.base.name": "none",
    },
  };
}

import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { user } from "./layout.ts";
import type { Entry } from "./tar.ts";

/** Files of a folder on disk that go to a folder of the image. */
interface Part {
  readonly from: string;
  readonly to: string;
  /** Which paths, relative to `from`, are taken. Default: all. */
  readonly takes?: (path: string) => boolean;
}

/** Returns the entries of a folder. Only the owner's right to execute is kept of the modes. */
function entriesOf({ from, to, takes = () => true }: Part): readonly Entry[] {
  const paths = readdirSync(from, { recursive: true, encoding: "utf8" });
  return paths.filter(takes).flatMap((path): readonly Entry[] => {
    const full = join(from, path);
    const stat = lstatSync(full);
    const place = join(to, path);
    if (stat.isSymbolicLink()) return [{ path: place, kind: "link", to: readlinkSync(full) }];
    if (!stat.isFile()) return [];
    return [fileEntry(place, readFileSync(full), (stat.mode & 0o100) === 0 ? 0o644 : 0o755)];
  });
}

export function fileEntry(path: string, text: string | Uint8Array, mode = 0o644): Entry {
  return { path, kind: "file", bytes: Buffer.from(text), mode };
}

/** Adds the folders above every entry. */
export function withFolders(entries: readonly Entry[]): readonly Entry[] {
  const known = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path } of entries) {
    for (let above = dirname(path); above !== "."; above = dirname(above)) {
      if (!known.has(above)) known.set(above, { path: above, kind: "folder", mode: 0o755 });
    }
  }
  return [...known.values()];
}

/** The accounts, the order of name lookups and the folders that a container needs. */
export function systemEntries(): readonly Entry[] {
  return [
    fileEntry(
      "etc/passwd",
      `root:x:0:0:root:/:/sbin/nologin\ntoolcourt:x:${user}:${user}::/var/lib/toolcourt:/sbin/nologin\n`,
    ),
    fileEntry("etc/group", `root:x:0:\ntoolcourt:x:${user}:\n`),
    fileEntry("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"),
    { path: "var/lib/toolcourt", kind: "folder", mode: 0o750, owner: user },
    { path: "run/secrets", kind: "folder", mode: 0o755 },
    { path: "tmp", kind: "folder", mode: 0o1777 },
    { path: "proc", kind: "folder", mode: 0o755 },
    { path: "dev", kind: "folder", mode: 0o755 },
    { path: "sys", kind: "folder", mode: 0o755 },
    // Debian's packages have their libraries in /lib and /usr/lib, which are one folder.
    { path: "lib", kind: "link", to: "usr/lib" },
    { path: "lib64", kind: "link", to: "usr/lib64" },
  ];
}

/** The libraries that Node loads, and those by which libc looks up names. */
const libraries =
  /\/(?:ld-linux-[\w-]+|lib(?:c|dl|m|pthread|resolv|rt|nss_dns|nss_files|stdc\+\+|gcc_s))\.so\.[\d.]+$/;

function isLibraryOrLicense(path: string): boolean {
  return libraries.test(`/${path}`) || /^usr\/share\/doc\/[^/]+\/copyright$/.test(path);
}

/** Returns the libraries and licenses of unpacked Debian packages. */
export function libraryEntries(unpacked: string): readonly Entry[] {
  const found = entriesOf({ from: unpacked, to: "", takes: isLibraryOrLicense });
  const merged = found.map((entry): Entry => {
    const path = entry.path.replace(/^lib(64)?\//, "usr/lib$1/");
    if (entry.kind !== "link") return { ...entry, path };
    // Links of the older layout, such as /lib/x86_64-linux-gnu/ld-…, stay right in the merged one.
    return { ...entry, path, to: entry.to.replace(/^\/lib\//, "/usr/lib/") };
  });
  return [...new Map(merged.map((entry) => [entry.path, entry])).values()];
}

/** Types and maps are of no use to a running command. Nested packages are parts of their own. */
function isNeededAtRuntime(path: string): boolean {
  if (/(?:^|\/)node_modules\//.test(path)) return false;
  return !/\.(?:d\.[cm]?ts|map|md|markdown)$/i.test(path) || /licen[cs]e/i.test(path);
}

/** Returns an installed package. Its own `node_modules` are packages of their own. */
export function packageEntries(root: string, path: string, to: string): readonly Entry[] {
  const from = join(root, path);
  if (!existsSync(from)) return [];
  return entriesOf({ from, to, takes: isNeededAtRuntime });
}

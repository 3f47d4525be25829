import { type LockEntry, type LockedPackages, type Shipped } from "./lock-file.ts";
import { isPermissive } from "./permissive.ts";

/** Returns what is wrong with the lock file, one sentence for each place. */
export function flawsOfLock(packages: LockedPackages): readonly string[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    flawsOf(path, entry).map(
      (flaw) => `package-lock.json ${path === "" ? "(root)" : path}: ${flaw}`,
    ),
  );
}

function flawsOf(path: string, entry: LockEntry): readonly string[] {
  if (isOurs(path)) return loose(entry);
  if (entry.link) return linkFlaws(entry);
  const { integrity, version, resolved } = entry;
  const checks: readonly (readonly [passes: boolean, flaw: string])[] = [
    [isSha512(integrity), `expected an integrity of sha512, got ${integrity}`],
    [isExact(version), `expected an exact version, got ${version}`],
    // An address binds the installation to one host, and bypasses the registry that is configured.
    [resolved === undefined, '"resolved" names a host. Run: npm install'],
    [!entry.hasInstallScript, "it runs a script when it is installed"],
  ];
  return checks.filter(([passes]) => !passes).map(([, flaw]) => flaw);
}

function isOurs(path: string): boolean {
  return path === "" || path.startsWith("packages/");
}

/** A range in a manifest of ours would install another version than the one that was tested. */
function loose(entry: LockEntry): readonly string[] {
  const kinds = ["dependencies", "devDependencies", "optionalDependencies"] as const;
  return kinds.flatMap((kind) =>
    Object.entries(entry[kind])
      .filter(([, version]) => !isExact(version))
      .map(([name, version]) => `${kind} must name an exact version of ${name}, not ${version}`),
  );
}

function linkFlaws({ resolved = "" }: LockEntry): readonly string[] {
  return /^packages\/[\w-]+$/.test(resolved)
    ? []
    : [`a link leads to ${resolved}, not to packages/`];
}

/** A digest of sha512 has 64 bytes. A truncated one proves less. */
function isSha512(integrity = ""): boolean {
  const [, digest = ""] = /^sha512-([A-Za-z0-9+/]+={0,2})$/.exec(integrity) ?? [];
  return Buffer.from(digest, "base64").length === 64;
}

function isExact(version = ""): boolean {
  return /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/.test(version);
}

/** Returns what may not be shipped because of its license. */
export function flawsOfLicenses(shipped: readonly Shipped[]): readonly string[] {
  return shipped
    .filter(({ path }) => !isOurs(path))
    .filter(({ license }) => !isPermissive(license ?? ""))
    .map(
      ({ name, license }) =>
        `${name}: its license is ${license ?? "not stated"}, which is not on the list of scripts/supply/permissive.ts`,
    );
}

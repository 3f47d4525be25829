import { contents, type LockedPackages, type Shipped, shippedBy } from "./lock-file.ts";

/** A component of CycloneDX 1.6. */
export interface Component {
  readonly type: "application" | "library" | "platform";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: "SHA-512" | "SHA-256"; readonly content: string }[];
}

export interface Sbom {
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.6";
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * Returns the bill of materials of a package, with all that it installs or contains. It has no time
 * and no random serial number, so the same lock file gives the same bytes.
 */
export function sbomOf(packages: LockedPackages, path: string): Sbom {
  const shipped = shippedBy(packages, path, contents);
  const refs = new Map(shipped.map((each) => [each.path, purlOf(each)]));
  const [own, others] = [
    shipped.filter((each) => each.path === path),
    shipped.filter((each) => each.path !== path),
  ];
  const [first] = own;
  if (first === undefined) throw new Error(`package-lock.json has no ${path}. Run: npm install`);
  const components = new Map(others.map((each) => [purlOf(each), componentOf(each, "library")]));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: componentOf(first, "application") },
    components: [...components.values()].toSorted(byRef),
    dependencies: dependenciesOf(shipped, refs),
  };
}

/** The text of a bill of materials, as it is published. */
export function sbomText(sbom: Sbom): string {
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** Adds components that no lock file names, such as the runtime. */
export function withComponents(sbom: Sbom, more: readonly Component[]): Sbom {
  return { ...sbom, components: [...sbom.components, ...more].toSorted(byRef) };
}

function byRef(a: Component, b: Component): number {
  return a["bom-ref"] < b["bom-ref"] ? -1 : 1;
}

function componentOf(each: Shipped, type: Component["type"]): Component {
  const { entry, license, name } = each;
  const digest = Buffer.from((entry.integrity ?? "").replace(/^sha512-/, ""), "base64");
  return {
    type,
    "bom-ref": purlOf(each),
    name,
    version: entry.version ?? "",
    purl: purlOf(each),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(digest.length > 0 && { hashes: [{ alg: "SHA-512", content: digest.toString("hex") }] }),
  };
}

/** A package address, in which the scope of npm is a namespace with an escaped sign. */
function purlOf({ name, entry }: Shipped): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${entry.version ?? ""}`;
}

/** Two copies of one version are one component, which depends on what either depends on. */
function dependenciesOf(
  shipped: readonly Shipped[],
  refs: ReadonlyMap<string, string>,
): Sbom["dependencies"] {
  const merged = new Map<string, Set<string>>();
  for (const each of shipped) {
    const targets = merged.get(purlOf(each)) ?? new Set();
    for (const path of each.dependsOn) targets.add(refs.get(path) ?? path);
    merged.set(purlOf(each), targets);
  }
  return [...merged.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([ref, targets]) => ({ ref, dependsOn: [...targets].toSorted() }));
}

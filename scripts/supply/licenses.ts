import { type Page, page, table } from "../docs/page.ts";
import { published } from "../packed/install.ts";
import { contents, type LockedPackages, type Shipped, shippedBy } from "./lock-file.ts";

/** Returns everything that any published package installs or contains, each once. */
export function shippedByAll(packages: LockedPackages): readonly Shipped[] {
  const all = Object.keys(published).flatMap((folder) =>
    shippedBy(packages, `packages/${folder}`, contents),
  );
  const byPath = new Map(all.map((each) => [each.path, each]));
  return [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Lists the licenses of everything that the published packages install or contain. */
export function licensesPage(packages: LockedPackages): Page {
  const users = new Map<string, Set<string>>();
  for (const [folder, own] of Object.entries(published)) {
    for (const each of shippedBy(packages, `packages/${folder}`, contents).filter(isForeign)) {
      users.set(keyOf(each), (users.get(keyOf(each)) ?? new Set()).add(own));
    }
  }
  const rows = [...users.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => [...key.split(" | "), [...own].map((name) => `\`${name}\``).join(", ")]);
  return page("docs/licenses.md", "Licenses", [
    `Toolcourt is under the [Apache License 2.0](../LICENSE). Its published packages install or contain the ${rows.length} packages below. \`npm run supply\` refuses a license that demands more than its notice. It reads \`package-lock.json\`.`,
    "Code that is inside the command's bundle has its license text in `THIRD-PARTY-LICENSES` beside it. So has the code inside the pages of the console. The container image adds Node and libraries of Debian, among them glibc under the LGPL, as files of their own. Their licenses are in its `/usr/share/doc`.",
    table(["package", "version", "license", "comes with"], rows),
  ]);
}

function isForeign({ path }: Shipped): boolean {
  return path.includes("node_modules/");
}

function keyOf({ name, license, entry }: Shipped): string {
  return `${name} | ${entry.version ?? ""} | ${license ?? ""}`;
}

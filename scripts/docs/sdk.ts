import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Declaration, declarationsOf } from "./declarations.ts";
import { fence, type Page, page } from "./page.ts";

interface Entry {
  readonly specifier: string;
  readonly source: string;
}

export function sdkPage(root: string): Page {
  return page("docs/sdk.md", "@toolcourt/sdk", [
    "Everything the package exports, by the path it is imported from.",
    ...entriesOf(resolve(root, "packages/sdk")).flatMap(({ specifier, source }) => [
      `## ${specifier}`,
      ...declarationsOf(source).toSorted(byKindAndName).map(describe),
    ]),
  ]);
}

/** Returns the public entry points that `package.json` exports: those without a pattern. */
export function entriesOf(folder: string): readonly Entry[] {
  const manifest: unknown = JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8"));
  const [name, exported] = [below(manifest, "name"), below(manifest, "exports")];
  return Object.entries(exported ?? {}).flatMap(([path, conditions]) => {
    const source: unknown = below(conditions, "@toolcourt/source");
    if (typeof name !== "string" || typeof source !== "string" || path.includes("*")) return [];
    return [{ specifier: `${name}${path.slice(1)}`, source: resolve(folder, source) }];
  });
}

function below(value: unknown, key: string): object | string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof found === "string" || (typeof found === "object" && found !== null)
    ? found
    : undefined;
}

const kinds: readonly Declaration["kind"][] = [
  "function",
  "class",
  "constant",
  "interface",
  "type",
];

function byKindAndName(a: Declaration, b: Declaration): number {
  const kind = kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
  if (kind !== 0) return kind;
  return a.name < b.name ? -1 : 1;
}

function describe({ name, signature, says, example }: Declaration): string {
  const lead = says === "" ? [] : [says];
  const shown = example === undefined ? [] : ["Example:", fence("ts", example)];
  return [`### ${name}`, ...lead, fence("ts", signature), ...shown].join("\n\n");
}

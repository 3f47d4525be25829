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

/** Returns the entry points that `package.json` exports. */
function entriesOf(folder: string): readonly Entry[] {
  const manifest: unknown = JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8"));
  const exported = below(manifest, "exports");
  return Object.entries(exported ?? {}).flatMap(([path, conditions]) => {
    const source: unknown = below(conditions, "@toolcourt/source");
    if (typeof source !== "string") return [];
    return [{ specifier: `@toolcourt/sdk${path.slice(1)}`, source: resolve(folder, source) }];
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

function describe({ name, signature, says }: Declaration): string {
  const lead = says === "" ? [] : [says];
  return [`### ${name}`, ...lead, fence("ts", signature)].join("\n\n");
}

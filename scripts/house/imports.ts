import { posix } from "node:path";
import { Visitor } from "oxc-parser";
import type { WorkspacePackage } from "./checkout.ts";
import type { Source } from "./source.ts";

/** One import or re-export of a file. */
export interface Import {
  readonly specifier: string;
  readonly isType: boolean;
  readonly isReexport: boolean;
}

/** Everything that a file imports or re-exports, also while it runs. */
export function importsOf(source: Source): readonly Import[] {
  return [...staticImports(source), ...reexports(source), ...dynamicImports(source)];
}

function staticImports({ module }: Source): readonly Import[] {
  return module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
    isReexport: false,
  }));
}

function reexports({ module }: Source): readonly Import[] {
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isType, isReexport: true }],
    );
}

/** `await import("…")`, and `import("…")` where a type is written. */
function dynamicImports({ program }: Source): readonly Import[] {
  const found: Import[] = [];
  const add = (specifier: unknown, isType: boolean): void => {
    if (typeof specifier === "string") found.push({ specifier, isType, isReexport: false });
  };
  new Visitor({
    ImportExpression: ({ source }) => add("value" in source ? source.value : undefined, false),
    TSImportType: ({ source }) => add(source.value, true),
  }).visit(program);
  return found;
}

/** The file behind a specifier, or nothing where it is no file of the checkout. */
export function fileBehind(
  specifier: string,
  importer: string,
  packages: readonly WorkspacePackage[],
): string | undefined {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(importer), specifier);
  const [, name, module] = /^(?:@toolcourt\/)?([a-z]+)\/internal\/(.+)$/.exec(specifier) ?? [];
  if (name !== undefined) return `packages/${name}/src/${module}.ts`;
  return packages.map(({ entries }) => entries.get(specifier)).find((path) => path !== undefined);
}

/** The workspace package that a specifier names, or nothing. */
export function packageBehind(
  specifier: string,
  packages: readonly WorkspacePackage[],
): WorkspacePackage | undefined {
  return packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
}

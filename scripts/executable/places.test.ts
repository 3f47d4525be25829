import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { executableEntries, executableRelocations } from "./places.ts";
import { sharedModules } from "./program.ts";

const packages = resolve(import.meta.dirname, "../../packages");
const textOf = (path: string): string => readFileSync(resolve(packages, path), "utf8");

it("has entries that exist", () => {
  const paths = Object.values(executableEntries).map((path) => resolve(packages, path));

  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it("gives a user's tools every entry of the SDK, and Zod", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own manifest
  const { exports } = JSON.parse(textOf("sdk/package.json")) as { readonly exports: object };
  const names = Object.keys(exports)
    .filter((name) => !/\*|json$/.test(name))
    .map((name) => name.replace(".", "@toolcourt/sdk"));

  expect(Object.keys(sharedModules)).toEqual([...names, "zod"]);
  expect(
    Object.values(sharedModules).filter((file) => !(file.slice(0, -3) in executableEntries)),
  ).toEqual([]);
});

it.each(Object.entries(executableRelocations))(
  "replaces text that %s has once",
  (path, changes) => {
    expect(changes.map(([from]) => textOf(path).split(from).length - 1)).toEqual(
      changes.map(() => 1),
    );
  },
);

import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { commandEntries, relocations, sdkEntries } from "./places.ts";

const packages = resolve(import.meta.dirname, "../../packages");
const modules = globSync("{sdk,contracts,gateway,host,toolcourt}/src/**/*.ts", { cwd: packages });
const textOf = (path: string): string => readFileSync(resolve(packages, path), "utf8");
/** No command imports the suites. */
const unbundled = "gateway/src/stores/suites/";

it("knows every module that finds a file by its own URL", () => {
  const using = modules
    .filter((path) => !/\.test(?:-d)?\.ts$/.test(path) && !path.startsWith(unbundled))
    .filter((path) => textOf(path).includes("import.meta"));

  expect(using.toSorted()).toEqual(Object.keys(relocations).toSorted());
});

it.each(Object.entries(relocations))("replaces text that %s has once", (path, changes) => {
  expect(changes.map(([from]) => textOf(path).split(from).length - 1)).toEqual(
    changes.map(() => 1),
  );
});

it("has entries that exist", () => {
  const entries = [...Object.values(commandEntries), ...Object.values(sdkEntries)];

  expect(entries.filter((path) => !modules.includes(path))).toEqual([]);
});

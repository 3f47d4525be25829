import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { machine } from "@toolcourt/testing/serving";
import { expect, it } from "vitest";
import { openConfigured } from "./open-configured.ts";

// A gateway without the console pays nothing for it.

const source = resolve(import.meta.dirname, "..");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !/\.test(?:-d)?\.ts$/.test(file),
);

/** Returns the static imports of values, by their paths from `src`. */
function loadedBy(file: string): readonly string[] {
  const text = readFileSync(join(source, file), "utf8");
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";/gm)].map(
    ([, path = ""]) => resolve(source, file, "..", path).slice(source.length + 1),
  );
}

const isOfConsole = (file: string): boolean => file.startsWith("edge/console/");

it("loads the console's modules on demand only", () => {
  const opened = "compose/open-console.ts";
  const users = files.filter((file) => !isOfConsole(file) && loadedBy(file).some(isOfConsole));

  expect(users.toSorted()).toEqual(["compose/built-pages.ts", opened]);
  expect(files.filter((file) => loadedBy(file).includes(opened))).toEqual([]);
  expect(files.filter((file) => loadedBy(file).includes("compose/open-live-calls.ts"))).toEqual([]);
});

it.each([
  ["without", {}, "nothing"],
  ["with", { console: { enabled: true } }, "a watcher"],
])("watches calls for it %s the key: %o", { timeout: 20_000 }, async (_, more, expected) => {
  const tools = [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }];
  const config = { toolbox: { local: ["workspace"], tools }, stores: { url: "memory:" }, ...more };
  await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  const flags = { config: undefined, frozen: false, minLevel: "error" } as const;
  const runtime = machine(folder.path, () => undefined, new AbortController().signal);
  await using opened = await openConfigured(flags, runtime);

  expect(opened.watch.live === undefined ? "nothing" : "a watcher").toBe(expected);
});

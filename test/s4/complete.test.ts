import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

/**
 * The cases required by section 5 of the requirement S4, and the start-up time of its acceptance.
 */
const cases: readonly (readonly [part: string, numbers: readonly number[]])[] = [
  ["5.1 configuration", [44, 45, 46, 47]],
  ["5.1 strict", [48, 49, 50, 51, 52]],
  ["5.1 dynamic", [53, 54, 55, 56]],
  ["5.1 merge", [57, 58, 59]],
  ["5.1 errors", [60, 61, 62]],
  ["5.2 integration", [63, 64, 65, 66, 67, 68]],
  ["5.3 edges", [69, 70, 71, 72, 73, 74]],
  ["acceptance", [87]],
];

const root = resolve(import.meta.dirname, "../..");

/** The numbers in quoted sentences, which are the test names. */
const named = new Set(
  ["packages", "test"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
        .map((file) => readFileSync(join(root, folder, file), "utf8")),
    )
    .flatMap((text) => text.match(/"[^"\n]*S4-\d[^"\n]* [^"\n]*"/g) ?? [])
    .flatMap((name) => name.match(/S4-\d+/g) ?? []),
);

it.each(cases)("every case of %s has a test that names it", (_, numbers) => {
  const missing = numbers.map((number) => `S4-${number}`).filter((id) => !named.has(id));

  expect(missing).toEqual([]);
});

it("S4-89: the tests fail if they cover less than 90 % of the product's lines", async () => {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  expect(manifest).toMatchObject({ scripts: { test: "vitest run --coverage" } });
  // By its path: the file belongs to no project of the compiler.
  const config: unknown = await import(join(root, "vitest.config.ts"));
  const coverage = { include: ["packages/*/src/**/*.ts"], thresholds: { lines: 90 } };
  expect(config).toMatchObject({ default: { test: { coverage } } });
});

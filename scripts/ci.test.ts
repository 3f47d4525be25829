import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(resolve(root, path), "utf8");

it("measures every area of the corpus once in CI, split into two parts", () => {
  const there = [...textOf("corpus/run.ts").matchAll(/^ {2}(\w+)Area,$/gm)].map(([, name]) => name);
  const measured = [...textOf(".ci/run").matchAll(/--only (\w+)/g)].map(([, name]) => name);
  expect(there.length).toBeGreaterThan(8);
  expect(measured).toHaveLength(there.length);
  expect(new Set(measured)).toEqual(new Set(there));
});

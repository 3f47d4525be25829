import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Declaration, declarationsOf } from "./declarations.ts";

function declarationsIn(files: Readonly<Record<string, string>>): readonly Declaration[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), "toolcourt-docs-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  return declarationsOf(join(folder.path, "index.ts"));
}

it("shows a function without its body, and the first sentence of its doc comment", () => {
  const text = "/** Adds. Never throws. */\nexport function add(a: number): number { return a; }\n";

  expect(declarationsIn({ "index.ts": text })).toEqual([
    { name: "add", kind: "function", signature: "function add(a: number): number", says: "Adds." },
  ]);
});

it("returns the code of the example in a doc comment", () => {
  const example =
    "/**\n * Adds.\n *\n * @example\n * ```ts\n * add(\n *   1,\n * ); // 1\n * ```\n */\n";
  const text = `${example}export function add(a: number): number { return a; }\n`;

  expect(declarationsIn({ "index.ts": text })).toMatchObject([
    { says: "Adds.", example: "add(\n  1,\n); // 1" },
  ]);
});

it("shows a whole interface without its comments", () => {
  const text = "export interface A {\n  /** Why. */\n  readonly b: string;\n}\n";

  expect(declarationsIn({ "index.ts": text })).toMatchObject([
    { kind: "interface", signature: "interface A {\n  readonly b: string;\n}", says: "" },
  ]);
});

it("shows the public functions of a class as their types", () => {
  const text = `export class A extends B {
  readonly #c = () => 1;
  readonly d = (e: string, f?: number): E => this.#c(e, f);
}
`;

  expect(declarationsIn({ "index.ts": text })).toMatchObject([
    {
      kind: "class",
      signature: "class A extends B {\n  readonly d: (e: string, f?: number) => E;\n}",
    },
  ]);
});

it("shows short constant values and omits long ones", () => {
  const text = `export const a = 1;\nexport const b = "${"x".repeat(200)}";\n`;

  expect(declarationsIn({ "index.ts": text }).map(({ signature }) => signature)).toEqual([
    "const a = 1",
    "const b",
  ]);
});

it("follows re-exports, and only those", () => {
  const found = declarationsIn({
    "index.ts":
      'export { a, type C } from "./a.ts";\nexport type { D } from "./a.ts";\nexport * from "./b.ts";\n',
    "a.ts": "export const a = 1;\nexport const hidden = 2;\nexport class C {}\nexport class D {}\n",
    "b.ts": "export type B = string;\n",
  });

  expect(found.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    "constant a",
    "type C",
    "type D",
    "type B",
  ]);
});

it("omits what another package declares", () => {
  expect(declarationsIn({ "index.ts": 'export { z } from "zod";\n' })).toEqual([]);
});

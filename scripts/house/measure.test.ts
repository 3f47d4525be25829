import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type House, measureHouse } from "./measure.ts";

type Files = Readonly<Record<string, string>>;

/** Measures a checkout of two packages, `a` and `b`, with the given files in their `src`. */
function measured(files: Files): House {
  using folder = mkdtempDisposableSync(join(tmpdir(), "toolcourt-house-"));
  const manifests = ["a", "b"].map((name): [string, string] => {
    const exports = { ".": { "@toolcourt/source": "./src/index.ts" } };
    return [`packages/${name}/package.json`, JSON.stringify({ name: `@test/${name}`, exports })];
  });
  for (const [path, text] of [...manifests, ...Object.entries(files)]) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
  return measureHouse(folder.path);
}

describe("measureHouse", () => {
  it("counts lines of product code without comments and blanks", () => {
    const house = measured({
      "packages/a/src/x/one.ts":
        "// Why.\nconst a = 1; /* b */\n\n/*\n c\n*/\nconst b = () => {\n  a;\n};\n",
      "packages/a/src/x/one.test.ts": "const c = 1;\n",
      "packages/a/src/testing/fake.ts": "const d = 1;\n",
      "packages/testing/src/suite.ts": "const e = 1;\n",
    });

    expect(house.total).toEqual({ files: 1, lines: 9, codeLines: 4, smallFiles: 1 });
    expect(house.functions).toEqual({ count: 1, p50: 3, p99: 3, max: 3 });
    expect(house.packages).toMatchObject({ a: { folders: 2 } });
  });

  it("finds arrows and cycles between folders and between packages", () => {
    const { graph } = measured({
      "packages/a/src/x/one.ts": 'import type { B } from "../y/two.ts";\n',
      "packages/a/src/y/two.ts": 'export const load = () => import("../x/one.ts");\n',
      "packages/a/src/index.ts": 'export { B } from "./y/two.ts";\nimport "@test/b";\n',
      "packages/b/src/index.ts": 'import { B } from "@test/a";\n',
    });

    expect(graph).toMatchObject({ folderArrows: 2, folderAndFileArrows: 3 });
    expect(graph.folderCycles).toEqual([["a/x", "a/y"]]);
    expect(graph.packageArrows).toEqual(["a -> b", "b -> a"]);
    expect(graph.packageCycles).toEqual([["a", "b"]]);
  });

  it("counts the folders that open a gateway from its parts as composition roots", () => {
    const { graph } = measured({
      "packages/a/src/compose/open-authority.ts": "export const openAuthority = 1;\n",
      "packages/a/src/compose/root.ts": 'import { openAuthority } from "./open-authority.ts";\n',
      "packages/a/src/cli/serve.ts": 'const load = () => import("../compose/open-authority.ts");\n',
      "packages/a/src/edge/http.ts":
        'import type { openAuthority } from "../compose/open-authority.ts";\n',
    });

    expect(graph.compositionRoots).toEqual(["a/cli", "a/compose"]);
  });

  it("counts function-typed members and clocks where they are declared", () => {
    const { members } = measured({
      "packages/a/src/one.ts":
        "interface A { readonly clock: Clock; run: () => void; stop?: (() => void) | undefined; named: Run }\n" +
        "type B = { at: (clock: Clock) => number; other: string };\n",
    });

    expect(members).toEqual({ inInterfaces: 2, inTypeLiterals: 1, clocks: 2 });
  });

  it("tells interfaces with one implementation from those with a fake and with several", () => {
    const { implementations } = measured({
      "packages/a/src/ports.ts":
        "export interface One { one: () => void }\n" +
        "export interface Faked { faked: () => void }\n" +
        "export interface Many { many: () => void; more: () => void }\n" +
        "export interface Options { option: () => void }\n",
      "packages/a/src/index.ts": 'export * from "./ports.ts";\n',
      "packages/a/src/make.ts":
        'import type { Faked, Many, One as Renamed } from "./ports.ts";\n' +
        "export function one(): Promise<Renamed & AsyncDisposable> { return open(async () => ({ one })); }\n" +
        "export function passed(): Renamed { return one(); }\n" +
        "class Made implements Many {}\nconst many: Many = {};\nconst faked = {} satisfies Faked;\n",
      "packages/b/src/index.test.ts":
        'import { Faked } from "@test/a";\nconst fake: Pick<Faked, "faked"> = {};\n',
    });

    expect(implementations).toMatchObject({
      single: { interfaces: 1, members: 1 },
      singleWithFake: { interfaces: 1, members: 1 },
      several: { interfaces: 1, members: 2 },
      unseen: { interfaces: 1, members: 1 },
    });
  });

  it("counts object literals passed where a parameter declares the interface", () => {
    const { implementations } = measured({
      "packages/a/src/ports.ts":
        "export interface Once { once: () => void }\n" +
        "export interface Twice { twice: () => void; flag: boolean }\n" +
        "export interface Faked { faked: () => void }\n" +
        "export interface Unseen { unseen: () => void }\n",
      "packages/a/src/index.ts":
        'import type { Faked, Once, Twice, Unseen } from "./ports.ts";\n' +
        "export class Taker { constructor(private readonly once: Once) {} }\n" +
        "export const take = (name: string, { twice }: Readonly<Twice>): void => {};\n" +
        "export function open(deps: Partial<Faked> = {}, port?: Unseen): void {}\n" +
        "new Taker({ once });\nopen({ faked() {} }, { other: 1 });\nport.open({ faked });\n",
      "packages/b/src/index.ts":
        'import { take as taken } from "@test/a";\n' +
        'taken("a", { twice: () => {} });\ntaken("b", { ...rest, twice });\ntaken("c", { flag });\n',
      "packages/b/src/index.test.ts": 'import { open } from "@test/a";\nopen({ faked });\n',
    });

    expect(implementations).toMatchObject({
      single: { names: ["packages/a/src/ports.ts Once 1"] },
      singleWithFake: { names: ["packages/a/src/ports.ts Faked 1"] },
      several: { names: ["packages/a/src/ports.ts Twice 1"] },
      unseen: { names: ["packages/a/src/ports.ts Unseen 1"] },
    });
  });

  it("finds dialect words in comments, titles and pages, but not in other texts", () => {
    const word = ["some", "body"].join("");
    const { dialect, prose } = measured({
      "test/a.test.ts": `// ${word}\nit.each([1])("${word}", () => "${word}");\ndescribe(\`x \${1} ${word}\`);\n`,
      "docs/a.md": `Here is ${word}. And ${word.toUpperCase()}.\n`,
      "docs/rules/a.md": "One sentence.\n",
    });

    expect(dialect).toEqual({ comments: 1, titles: 2, docs: 2, total: 5 });
    expect(prose).toMatchObject({ written: { sentences: 2 }, reference: { sentences: 1 } });
  });
});

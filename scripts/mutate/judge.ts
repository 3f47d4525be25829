import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { run } from "../run.ts";
import type { Mutant } from "./mutants.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, ".cache/mutants");

/** The file that is mutated, from the root. The checkout keeps it as it is. */
export const mutated = "packages/gateway/src/pipeline/pipeline.ts";

const drawing = "test/drawing.test.ts";

/** The fastest first. The drawing is last: it compares texts, and shows nothing of what a call does. */
const suites: readonly string[] = [
  "packages/gateway/src/pipeline/pipeline.test.ts",
  "packages/gateway/src/pipeline/open-pipeline.test.ts",
  "packages/gateway/src/pipeline/inner-calls.test.ts",
  "test/gate/not-permitted.test.ts",
  "test/attacks/unapproved-writes.test.ts",
  "test/attacks/void-approvals.test.ts",
  "test/attacks/question-states.test.ts",
  drawing,
];

export interface Verdict {
  readonly by: "types" | "tests" | "drawing" | "nothing";
  /** The first error or failed test. */
  readonly why: string;
}

/** Compiles all mutants at once. Returns the first error of each that does not compile. */
export async function compileAll(mutants: readonly Mutant[]): Promise<ReadonlyMap<Mutant, string>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(mutants.map(({ source }, at) => writeFile(pathOf(at), source)));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  const { output } = await run("tsc", ["-p", folder, "--pretty", "false"], root);
  const errors = new Map<Mutant, string>();
  for (const [, at, why = ""] of output.matchAll(/^.*?(\d+)\.ts\(.*?\): error (.*)$/gm)) {
    const mutant = mutants[Number(at)];
    if (mutant === undefined) throw new Error(output);
    if (!errors.has(mutant)) errors.set(mutant, why);
  }
  return errors;
}

function pathOf(at: number): string {
  return join(folder, `${at}.ts`);
}

// As if the mutants lay beside the mutated file, whose imports are relative.
const tsconfig = {
  extends: "../../tsconfig.base.json",
  compilerOptions: {
    noEmit: true,
    composite: false,
    incremental: false,
    declarationMap: false,
    sourceMap: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    rootDir: root,
    rootDirs: [folder, join(root, mutated, "..")],
  },
  include: ["*.ts"],
};

/** Runs tests with a mutant in the place of the mutated file. */
export class TestRun implements AsyncDisposable {
  readonly #vitest: Vitest;
  readonly #place: { source: string };

  private constructor(vitest: Vitest, place: { source: string }) {
    this.#vitest = vitest;
    this.#place = place;
  }

  static async open(): Promise<TestRun> {
    const place = { source: "" };
    const plugin = {
      name: "mutant",
      enforce: "pre",
      load: (id: string) => (id === join(root, mutated) ? place.source : undefined),
      // This test reads the file.
      transform: (code: string, id: string) =>
        id === join(root, drawing) ? code.replace(mutated, ".cache/mutants/drawn.ts") : undefined,
    } as const;
    // The cache on disk goes by the content of files, and would take a mutant for the original.
    const options = { watch: false, isolate: true, fsModuleCache: false, reporters: [] };
    const vitest = await createVitest(options, { plugins: [plugin] });
    await vitest.standalone();
    return new TestRun(vitest, place);
  }

  async judge({ source }: Mutant): Promise<Verdict> {
    this.#place.source = source;
    await writeFile(join(folder, "drawn.ts"), source);
    this.#vitest.invalidateFile(join(root, mutated));
    for (const suite of suites) {
      const why = await this.#failureIn(suite);
      if (why !== undefined) return { by: suite === drawing ? "drawing" : "tests", why };
    }
    return { by: "nothing", why: "" };
  }

  async #failureIn(suite: string): Promise<string | undefined> {
    const specifications = await this.#vitest.globTestSpecifications([suite]);
    const { testModules, unhandledErrors } =
      await this.#vitest.runTestSpecifications(specifications);
    // Vitest returns those of earlier runs too.
    const ran = testModules.find(({ moduleId }) => moduleId === join(root, suite));
    if (ran === undefined) throw new Error(`There is no ${suite}.`);
    for (const test of ran.children.allTests("failed")) return test.fullName;
    if (!ran.ok()) return suite;
    return unhandledErrors.length > 0 ? `an unhandled error in ${suite}` : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#vitest.close();
  }
}

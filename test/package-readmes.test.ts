import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { type Example, readExample } from "../scripts/packed/example.ts";

// Compilers and programs start one after the other, which takes time on a busy machine.
const patience = 60_000;

const root = resolve(import.meta.dirname, "..");
const names = ["sdk", "contracts", "gateway", "host", "workflows", "azure", "toolcourt"];
const examples = new Map(names.map((name) => [name, readExample(name)]));

/** Writes examples where they find the packages of this checkout. */
async function writeExamples(folder: string, of: ReadonlyMap<string, Example>): Promise<string> {
  const path = join(root, ".cache", folder);
  await mkdir(path, { recursive: true });
  for (const [name, { program, files }] of of) {
    await writeFile(join(path, `${name}.ts`), program);
    for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text);
  }
  return path;
}

function runNode(cwd: string, ...args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(execPath, args, { cwd }, (error, stdout, stderr) => {
      done(`${error?.code ?? 0}\n${stdout}${stderr}`);
    });
  });
}

const settings = {
  extends: "../../tsconfig.base.json",
  compilerOptions: {
    noEmit: true,
    composite: false,
    declarationMap: false,
    rootDir: "../..",
    tsBuildInfoFile: null,
  },
  include: ["*.ts"],
};

describe("the READMEs of the packages", { timeout: patience }, () => {
  it("show examples that compile", async () => {
    const path = await writeExamples("readmes-compiled", examples);
    await writeFile(join(path, "tsconfig.json"), JSON.stringify(settings));

    const compiler = join(root, "node_modules/typescript/bin/tsc");
    expect(await runNode(path, compiler, "-p", ".")).toBe("0\n");
    expect([...examples.values()].filter(({ program }) => program === "")).toEqual([]);
  });

  it.each([
    ["sdk", "{ celsius: 21 }\n"],
    ["contracts", '"kind":"breaking","keyword":"required"'],
    ["host", "read_repo_file\n"],
    ["workflows", "{ missing: 7 }\n"],
    ["azure", "results (/callId): items/read, executeQuery, items/create\n"],
    ["toolcourt", "toolcourt check [options] [file...]"],
  ])("show an example for %s that runs", async (name, printed) => {
    const path = await writeExamples(`readmes-${name}`, new Map([[name, readExample(name)]]));

    const ran = await runNode(path, "--conditions=@toolcourt/source", `${name}.ts`);

    expect(ran).toMatch(/^0\n/);
    expect(ran).toContain(printed);
  });

  it("show what the command prints", async () => {
    const path = await writeExamples(
      "readmes-check",
      new Map([["toolcourt", readExample("toolcourt")]]),
    );
    const bin = join(root, "packages/toolcourt/bin/toolcourt.js");

    const ran = await runNode(path, bin, "check", "tools.json", "--server", "weather");

    expect(ran).toBe(`1\n${readExample("toolcourt").printed}`);
  });
});

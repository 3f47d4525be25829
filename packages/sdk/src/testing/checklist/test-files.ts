import { readFile } from "node:fs/promises";

/** Files with tests of one tool, as paths or URLs. */
export interface TestFiles {
  /** Tests that call the tool itself. */
  readonly unit: readonly (string | URL)[];
  /** Tests that call it through a server or a gateway. Default: none. */
  readonly integration?: readonly (string | URL)[];
}

/** One file and why it does not count, if it does not. */
export interface SeenTestFile {
  readonly kind: "unit" | "integration";
  readonly path: string;
  readonly flaw?: "unreadable" | "no test" | "not about the tool";
}

/** Reads the files and tells which of them test the tool. */
export async function readTestFiles(
  { unit, integration = [] }: TestFiles,
  tool: string,
): Promise<readonly SeenTestFile[]> {
  const all = [
    ...unit.map((path) => ({ kind: "unit", path }) as const),
    ...integration.map((path) => ({ kind: "integration", path }) as const),
  ];
  return Promise.all(
    all.map(async ({ kind, path }) => {
      const flaw = await flawOf(path, tool);
      return { kind, path: String(path), ...(flaw && { flaw }) };
    }),
  );
}

// A call of the runner, but none that is skipped or still to be written.
const testCall = /\b(?:it|test)(?:\.(?!skip\b|todo\b|only\b)\w+)*\s*[(`]/;

async function flawOf(path: string | URL, tool: string): Promise<SeenTestFile["flaw"]> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return "unreadable";
  if (!testCall.test(text)) return "no test";
  // The name stands in the import, in the call or in the title.
  return text.includes(tool) ? undefined : "not about the tool";
}

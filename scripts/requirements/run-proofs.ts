import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod";
import { run } from "../run.ts";
import type { JudgedDocument } from "./documents.ts";
import type { Judged } from "./judge-rows.ts";
import type { Proof } from "./read-rows.ts";

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

interface Ran {
  readonly path: string;
  readonly status: string;
}

/** Runs the files of all proofs, and adds the tests that failed or did not run to the problems. */
export async function runProofs(
  root: string,
  documents: readonly JudgedDocument[],
): Promise<readonly JudgedDocument[]> {
  const proofs = documents.flatMap(({ rows }) => rows.flatMap(({ row }) => row.proofs));
  const results = await runFiles(root, [...new Set(proofs.map(({ file }) => file))]);
  const withRuns = ({ row, problems }: Judged): Judged => ({
    row,
    problems: [...problems, ...row.proofs.flatMap((proof) => runProblem(proof, results))],
  });
  return documents.map((document) => ({ ...document, rows: document.rows.map(withRuns) }));
}

async function runFiles(
  root: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly Ran[]>> {
  const folder = await mkdtemp(join(tmpdir(), "toolcourt-requirements-"));
  const report = join(folder, "report.json");
  try {
    await run("vitest", ["run", "--reporter=json", `--outputFile=${report}`, ...files]);
    const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
    return new Map(
      testResults.map(({ name, assertionResults }) => [
        relative(root, name),
        assertionResults.map(({ ancestorTitles, title, status }) => ({
          path: [...ancestorTitles, title].join(" > "),
          status,
        })),
      ]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runProblem(
  { file, title }: Proof,
  results: ReadonlyMap<string, readonly Ran[]>,
): readonly string[] {
  const form = formOf(title);
  const ran = (results.get(file) ?? []).filter(({ path }) => form.test(path));
  const passed = ran.filter(({ status }) => status === "passed").length;
  if (passed === ran.length && passed > 0) return [];
  return [`${file} > ${title}: ${passed} of ${ran.length} passed`];
}

/** What `it.each` and template literals make of a title. */
function formOf(title: string): RegExp {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const filled = literal.replaceAll(
    /%[sdifjo#]|%\\\.\d+s|\\\$\w+(?:\\\.\w+)*|\\\$\\\{.*?\\\}/g,
    "[^]*",
  );
  return new RegExp(`(?:^| > )${filled}$`);
}

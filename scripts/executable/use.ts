import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { mustHaveServed, servedConfig, serveOnce } from "../deploy/served.ts";
import { ownTool, ownToolConfig } from "../packed/programs.ts";
import { run } from "../run.ts";

interface Attempt {
  readonly what: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly printed: string;
}

const attempts: readonly Attempt[] = [
  { what: "--version", args: ["--version"], code: 0, printed: "." },
  // The schemas refer to themselves, so a thread compiles them.
  { what: "diff", args: ["diff", "before.json", "after.json"], code: 1, printed: "breaking" },
  {
    what: "call of a tool that imports the SDK, with an audit log",
    args: ["call", "greet-person", "--args", '{"person":"Ada"}'],
    code: 0,
    printed: "Hello, Ada!",
  },
  {
    what: "ask, with the table of words",
    args: ["ask", 'Read the file "tool.mjs" of the repository.'],
    code: 0,
    printed: "read_repo_file",
  },
];

/** Uses an executable in an empty folder, without a Node and without packages. */
export async function useExecutable(file: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "toolcourt-executable-"));
  try {
    for (const [name, type] of Object.entries({
      "before.json": "integer",
      "after.json": "string",
    })) {
      const tree = { type: "object", properties: { child: { $ref: "#" }, leaf: { type } } };
      writeFileSync(join(folder, name), JSON.stringify([{ name: "a", inputSchema: tree }]));
    }
    writeFileSync(join(folder, "tool.mjs"), ownTool);
    writeFileSync(join(folder, "toolcourt.yaml"), ownToolConfig);
    const lines: string[] = [];
    for (const attempt of attempts) lines.push(await tried(file, folder, attempt));
    // Nothing but the executable is to be found: no Node on the path.
    const place = { command: file, cwd: folder, env: { PATH: folder, HOME: env["HOME"] } };
    writeFileSync(join(folder, "toolcourt.yaml"), servedConfig);
    lines.push(mustHaveServed("serve", await serveOnce({ ...place, args: ["serve"] })));
    writeFileSync(
      join(folder, "toolcourt.yaml"),
      servedConfig.replace("port: 0", "port: 0, workers: 2"),
    );
    lines.push(
      mustHaveServed("serve, two workers", await serveOnce({ ...place, args: ["serve"] })),
    );
    return lines;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tried(file: string, folder: string, attempt: Attempt): Promise<string> {
  const { what, args, code: expected, printed } = attempt;
  const { code, output } = await run(file, args, folder);
  if (code !== expected || !output.includes(printed) || output.includes("ExperimentalWarning")) {
    throw new Error(`${what}: exit ${code}, expected ${expected} and ${printed}\n${output}`);
  }
  return `ok   ${what}`;
}

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

interface EditorSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Opens a text in the operator's editor, in a private temporary file. Returns undefined if no
 * editor is set, or if it fails.
 */
export async function editText(
  text: string,
  { environment, folder: home, signal }: EditorSurroundings,
): Promise<string | undefined> {
  const [program, ...args] = (environment["VISUAL"] ?? environment["EDITOR"] ?? "").split(/\s+/);
  if (program === undefined || program === "") return undefined;
  const folder = await mkdtemp(join(home, ".toolcourt-edit-"));
  try {
    const file = join(folder, "draft.json");
    await writeFile(file, text, { mode: 0o600 });
    const child = spawn(program, [...args, file], { stdio: "inherit", signal });
    const ended = Promise.withResolvers<boolean>();
    child.once("error", () => ended.resolve(false));
    child.once("close", (code) => ended.resolve(code === 0));
    return (await ended.promise) ? await readFile(file, "utf8") : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { kill } from "node:process";
import type { Readable } from "node:stream";
import { SourceError } from "./source-error.ts";

interface Place {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Far more than a secret has. */
const maxBytes = 65_536;

/**
 * Runs a program without a shell and returns what it prints. Its error output is dropped, since it
 * may quote the secret. An abort ends the program and all that it started.
 */
export async function runCommand(
  line: string,
  { folder, environment, signal }: Place,
): Promise<string> {
  const [program, ...args] = splitWords(line);
  if (program === undefined || program === "") throw new SourceError("Name a program to run.");
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...environment },
    // A group of its own, so that its children can be ended with it.
    detached: true,
    shell: false,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const end = (): void => endGroup(child.pid);
  signal.addEventListener("abort", end, { once: true });
  try {
    return await printed(child, end);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

function printed(
  child: ChildProcessByStdio<null, Readable, null>,
  end: () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else {
        end();
        reject(new SourceError(`The command printed more than ${maxBytes} bytes.`));
      }
    });
    child.once("error", () => reject(new SourceError("The command could not be started.")));
    child.once("close", (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else
        reject(
          new SourceError(`The command failed${code === null ? "" : ` with exit code ${code}`}.`),
        );
    });
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/**
 * Splits a line at spaces. Quotes keep spaces together, and a backslash keeps the next character,
 * except in single quotes. Nothing is expanded.
 */
function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  const word = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gsy;
  let rest = line.trim();
  while (rest !== "") {
    word.lastIndex = 0;
    const [found] = word.exec(rest) ?? [];
    if (found === undefined) throw new SourceError("A quote of the command is not closed.");
    words.push(unquoted(found));
    const after = rest.slice(found.length);
    if (after !== "" && !/^\s/.test(after)) {
      throw new SourceError("A quote of the command is not closed.");
    }
    rest = after.trimStart();
  }
  return words;
}

function unquoted(word: string): string {
  return word.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs, (part) => {
    if (part.startsWith("\\")) return part.slice(1);
    const inner = part.slice(1, -1);
    return part.startsWith("'") ? inner : inner.replaceAll(/\\(.)/gs, "$1");
  });
}

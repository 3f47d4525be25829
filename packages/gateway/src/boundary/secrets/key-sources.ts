import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { VaultError } from "./vault-error.ts";

/** The operating system's keyring, as its binding offers it. */
export interface OsKeyring {
  readonly read: (service: string, account: string) => Promise<string | undefined>;
  readonly write: (service: string, account: string, text: string) => Promise<void>;
}

/** Reads key lines from a file that only its owner can read. */
export async function readLinesFromFile(path: string): Promise<string> {
  await using file = await openedFile(path);
  // Uses the open file: a check by name could see a different file than the read.
  const stats = await file.stat();
  if (!stats.isFile()) throw new VaultError("key-unreadable");
  if ((stats.mode & 0o077) !== 0) throw new VaultError("key-readable");
  return await file.readFile("utf8");
}

/**
 * Reads key lines from a variable. Last resort: child processes and process inspectors can see the
 * environment.
 */
export function readLinesFromVariable(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const text = environment[name];
  if (text === undefined) throw new VaultError("key-missing");
  // Commas also separate keys, because few shells handle multi-line variables well.
  return text.replaceAll(/,\s*/g, "\n");
}

export async function readLinesFromKeyring(
  keyring: OsKeyring,
  { service, account }: { readonly service: string; readonly account: string },
): Promise<string> {
  const text = await keyring.read(service, account);
  if (text === undefined) throw new VaultError("key-missing");
  return text;
}

async function openedFile(path: string): Promise<Awaited<ReturnType<typeof open>>> {
  try {
    // Non-blocking: a pipe in place of the file would block forever.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new VaultError("key-missing");
    }
    // The system's message names the path, and callers would see it.
    throw new VaultError("key-unreadable");
  }
}

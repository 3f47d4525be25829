import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { VaultError } from "./vault-error.ts";

/** The keyring of the operating system, as whatever binds to it offers it. */
export interface OsKeyring {
  readonly read: (service: string, account: string) => Promise<string | undefined>;
  readonly write: (service: string, account: string, text: string) => Promise<void>;
}

/** Reads the lines of keys from a file that nobody but its owner can read. */
export async function readLinesFromFile(path: string): Promise<string> {
  await using file = await openedFile(path);
  // Asked of the opened file: between a question by name and the reading it could become another one.
  const stats = await file.stat();
  if (!stats.isFile()) throw new VaultError("key-unreadable");
  if ((stats.mode & 0o077) !== 0) throw new VaultError("key-readable");
  return await file.readFile("utf8");
}

/** The last choice: children and whoever may look at the process can see its environment. */
export function readLinesFromVariable(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const text = environment[name];
  if (text === undefined) throw new VaultError("key-missing");
  // Commas also part the keys there, since few shells like a variable of several lines.
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
    // Without waiting: a pipe in the place of the file would keep us for ever.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new VaultError("key-missing");
    }
    // What the system says names the path, and would be told to callers as a failure of ours.
    throw new VaultError("key-unreadable");
  }
}

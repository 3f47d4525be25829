import { readPrivateText } from "./private-text.ts";
import { VaultError } from "./vault-error.ts";

/** The operating system's keyring, as its binding offers it. */
export interface OsKeyring {
  readonly read: (service: string, account: string) => Promise<string | undefined>;
  readonly write: (service: string, account: string, text: string) => Promise<void>;
}

/** Reads key lines from a file that only its owner can read. */
export async function readLinesFromFile(path: string): Promise<string> {
  const read = await readPrivateText(path);
  if (read.kind !== "text") throw new VaultError(`key-${read.kind}`);
  return read.text;
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

import { link, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KeyFileError } from "../audit/key-file.ts";

const bytes = 32;

/** Reads the secret that signs what clients bring back, and makes one for us alone where there is none. */
export async function openSecretFile(
  path: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<Uint8Array> {
  const before = await readSecret(path);
  if (before !== undefined) return before;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await makeFile(path, `${Buffer.from(randomBytes(bytes)).toString("base64url")}\n`);
  const made = await readSecret(path);
  if (made === undefined) throw new KeyFileError("The key of approvals was taken away.");
  return made;
}

/** Undefined where there is none. */
async function readSecret(path: string): Promise<Uint8Array | undefined> {
  const found = await stat(path).catch(unless("ENOENT"));
  if (found === undefined) return undefined;
  if ((found.mode & 0o077) !== 0) {
    throw new KeyFileError("Others can read the key of approvals. Set its mode to 0600.");
  }
  const text = (await readFile(path, "utf8")).trim();
  const secret = Buffer.from(text, "base64url");
  // Half of a key would sign too, and be easier to guess.
  if (secret.length < bytes || secret.toString("base64url") !== text) {
    throw new KeyFileError("The key of approvals is no key.");
  }
  return secret;
}

/** Whole or not at all: of two processes that make it at once, both read what one of them has written. */
async function makeFile(path: string, text: string): Promise<void> {
  const birthplace = await mkdtemp(`${path}.`);
  try {
    const born = join(birthplace, "key");
    await writeFile(born, text, { mode: 0o600, flush: true });
    await link(born, path).catch(unless("EEXIST"));
  } finally {
    await rm(birthplace, { recursive: true, force: true });
  }
}

function unless(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

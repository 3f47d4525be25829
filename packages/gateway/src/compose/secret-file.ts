import { chmod, mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";

const bytes = 32;

/** Reads a secret of ours, and makes one for us alone where there is none. */
export async function openSecretFile(
  path: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<Uint8Array> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await using file = await open(path, "wx", 0o600);
    await file.writeFile(`${Buffer.from(randomBytes(bytes)).toString("base64url")}\n`);
    await file.sync();
  } catch (error) {
    if (!isThere(error)) throw error;
  }
  await chmod(path, 0o600);
  return Buffer.from((await readFile(path, "utf8")).trim(), "base64url");
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

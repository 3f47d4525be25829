import { readFile } from "node:fs/promises";
import { KeyFileError } from "../governance/audit/key-file.ts";
import { isPrivate, makePrivateFile } from "../governance/audit/private-file.ts";

const bytes = 32;

/** Reads the secret that signs the state kept by clients. Creates it, private, if it is missing. */
export async function openSecretFile(
  path: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<Uint8Array> {
  const newSecret = (): string => Buffer.from(randomBytes(bytes)).toString("base64url");
  await makePrivateFile(path, () => `${newSecret()}\n`);
  if (!(await isPrivate(path))) {
    throw new KeyFileError("Other users can read the approvals key. Set its mode to 0600.");
  }
  const text = (await readFile(path, "utf8")).trim();
  const secret = Buffer.from(text, "base64url");
  // A truncated key would work too, but be easier to guess.
  if (secret.length < bytes || secret.toString("base64url") !== text) {
    throw new KeyFileError("The key of approvals is invalid.");
  }
  return secret;
}

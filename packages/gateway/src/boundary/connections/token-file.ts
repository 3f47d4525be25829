import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import type { Secret } from "../secrets/secret.ts";

/** Far above any real token. */
const maxBytes = 64 * 1024;

/**
 * Reads the current token of a file. Undefined if the file is missing, unreadable, or almost empty.
 */
export async function readTokenFile(path: string): Promise<string | undefined> {
  try {
    // Nonblocking: a pipe in place of the file would block forever.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const text = (await file.readFile("utf8")).trim();
    return /^[\x21-\x7e]{8,}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

export interface AssertionDeps {
  readonly clock: Clock;
  readonly holdSecret: (value: string) => Secret;
  /** Base of relative paths. */
  readonly folder: string;
}

/**
 * Reads what another issuer signed about our client (RFC 7523). Undefined if it has ended, or is no
 * signed statement: the content of another file would go to the provider.
 */
export async function readAssertion(
  file: string,
  { clock, holdSecret, folder }: AssertionDeps,
): Promise<Secret | undefined> {
  const text = await readTokenFile(resolve(folder, file));
  const endsAt = text === undefined ? 0 : endOf(text);
  return text !== undefined && endsAt > clock.now() ? holdSecret(text) : undefined;
}

/** Returns when a signed statement ends, and 0 for other text. The provider checks the signature. */
function endOf(text: string): number {
  const [, claims = ""] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(text) ?? [];
  try {
    const value = parseJson(Buffer.from(claims, "base64url").toString("utf8"));
    const end = isJsonObject(value) ? own(value, "exp") : undefined;
    return typeof end === "number" ? end * 1_000 : 0;
  } catch {
    return 0;
  }
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { VaultError } from "../boundary/secrets/vault-error.ts";
import { FileLockError } from "../governance/audit/file-lock.ts";
import { KeyFileError } from "../governance/audit/key-file.ts";
import { StoreError } from "../stores/store-error.ts";

/**
 * Opens a durable resource, or refuses with `store-unusable`. A system error becomes the cause, not
 * part of the message. `otherwise` is our message and `place` names the setting.
 */
export async function orStoreUnusable<Opened>(
  opening: Promise<Opened>,
  otherwise: string,
  place?: string,
): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    const reason = reasonOf(error, otherwise);
    if (reason === undefined) throw error;
    const because = place === undefined ? reason : `${reason} It is ${place}.`;
    const isNewer = error instanceof StoreError && error.kind === "newer";
    const next = isNewer ? { next: "npm install toolcourt@latest" } : {};
    throw new Refusal("store-unusable", { because, ...next }, { cause: error });
  }
}

/** For commands that do not create the key. */
export const noAuditKey =
  "The key of the audit log cannot be read. A gateway creates it at its first start.";

/** For the copy of the audit log. */
export const noCopyFile = "The copy of the audit log cannot be opened.";

/** Translates errors of wrong or missing vault keys. */
export async function vaultUsable<Opened>(opening: Promise<Opened>, key: string): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    const place = error instanceof StoreError ? undefined : `${key} (connections.key)`;
    return orStoreUnusable(opening, noVaultKey, place);
  }
}

const noVaultKey = "The key that seals credentials cannot be read or made.";

const ourErrors = [FileLockError, KeyFileError, StoreError, VaultError];

function isOurs(error: unknown): error is Error {
  return ourErrors.some((kind) => error instanceof kind);
}

function reasonOf(error: unknown, otherwise: string): string | undefined {
  if (isOurs(error)) return error.message;
  if (!(error instanceof Error && "syscall" in error)) return undefined;
  const known = "code" in error ? machineReasons.get(error.code) : undefined;
  return known === undefined ? otherwise : `${otherwise} ${known}`;
}

const machineReasons: ReadonlyMap<unknown, string> = new Map([
  ["EACCES", "The current user has no permission for it."],
  ["EDQUOT", "The disk is full."],
  ["EISDIR", "There is a folder in its place."],
  ["ENOENT", "It is not there, or its folder is not."],
  ["ENOSPC", "The disk is full."],
  ["ENOTDIR", "A part of its path is a file."],
  ["EPERM", "The current user has no permission for it."],
  ["EROFS", "The disk is read-only."],
]);

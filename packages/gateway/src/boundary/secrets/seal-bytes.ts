import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { canonicalJson } from "@toolcourt/sdk";
import { VaultError } from "./vault-error.ts";

/**
 * Place that a value belongs to. All of it is bound to the ciphertext, so rows cannot be swapped.
 */
export interface Place {
  readonly table: string;
  readonly row: string;
  readonly tenant: string;
  readonly connection: string;
  readonly field: string;
}

export interface SealingKey {
  readonly version: number;
  readonly key: KeyObject;
}

export type Random = (size: number) => Uint8Array;

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Returns nonce, ciphertext and tag in one piece. The nonce is new each time. */
export function sealBytes(
  { version, key }: SealingKey,
  place: Place,
  { plain, random }: { readonly plain: Uint8Array; readonly random: Random },
): Uint8Array {
  const nonce = random(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(boundTo(place, version));
  return Buffer.concat([nonce, sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
}

/** Refuses data sealed with another key or for another place, changed or truncated. */
export function unsealBytes(
  { version, key }: SealingKey,
  place: Place,
  sealed: Uint8Array,
): Uint8Array {
  if (sealed.length < nonceBytes + tagBytes) throw new VaultError("sealed-damaged");
  const end = sealed.length - tagBytes;
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  opening.setAAD(boundTo(place, version));
  opening.setAuthTag(sealed.subarray(end));
  const plain = opening.update(sealed.subarray(nonceBytes, end));
  try {
    return Buffer.concat([plain, opening.final()]);
  } catch {
    throw new VaultError("sealed-damaged");
  } finally {
    plain.fill(0);
  }
}

// Lists the members explicitly: extra members of the object must not change the binding.
function boundTo({ table, row, tenant, connection, field }: Place, version: number): Uint8Array {
  const bound = { table, row, tenant, connection, field, key_version: version };
  return Buffer.from(canonicalJson(bound));
}

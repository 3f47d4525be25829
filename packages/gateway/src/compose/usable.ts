import { KeyFileError } from "../audit/key-file.ts";
import { Refusal } from "../errors/refusal.ts";
import { VaultError } from "../secrets/vault-error.ts";
import { StoreError } from "../stores/store-error.ts";

/**
 * Opens what must not be forgotten, or refuses as `store-unusable`. What the machine says about a file
 * is the cause and no part of the message, for it names paths; `otherwise` says it in our words.
 */
export async function usable<Opened>(opening: Promise<Opened>, otherwise: string): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    const because = reasonOf(error, otherwise);
    if (because === undefined) throw error;
    throw new Refusal("store-unusable", { because }, { cause: error });
  }
}

/** Keys that are not the ones of the store, or cannot be had. */
export function vaultUsable<Opened>(opening: Promise<Opened>): Promise<Opened> {
  return usable(opening, "The key that seals credentials cannot be read or made.");
}

function isOurs(error: unknown): error is Error {
  return (
    error instanceof StoreError || error instanceof KeyFileError || error instanceof VaultError
  );
}

function reasonOf(error: unknown, otherwise: string): string | undefined {
  if (isOurs(error)) return error.message;
  const isOfTheMachine = error instanceof Error && "syscall" in error;
  return isOfTheMachine ? otherwise : undefined;
}

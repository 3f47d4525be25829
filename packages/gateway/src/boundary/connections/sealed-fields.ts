import type { CurrentVault } from "../secrets/current-vault.ts";
import type { Place } from "../secrets/seal-bytes.ts";
import type { Secret } from "../secrets/secret.ts";
import { boundTo, type ReadConnection } from "./settings.ts";

/** Seals the secrets of a connection. Each field is bound to its row and settings. */
export async function sealFields(
  vault: Pick<CurrentVault, "seal">,
  connection: ReadConnection,
  secrets: Readonly<Record<string, Secret>>,
): Promise<Record<string, string>> {
  const sealed: Record<string, string> = {};
  for (const [field, secret] of Object.entries(secrets)) {
    sealed[field] = await vault.seal(placeOf(connection, field), secret);
  }
  return sealed;
}

/** Returns undefined if the field does not exist. */
export async function openField(
  vault: Pick<CurrentVault, "open">,
  connection: ReadConnection,
  field: string,
): Promise<Secret | undefined> {
  const { sealed } = connection.stored;
  const text = Object.hasOwn(sealed, field) ? sealed[field] : undefined;
  return text === undefined ? undefined : vault.open(placeOf(connection, field), text);
}

function placeOf(connection: ReadConnection, field: string): Place {
  const { id, tenant } = connection.stored;
  return {
    table: "connections",
    row: id,
    tenant,
    connection: id,
    field: `${field} ${boundTo(connection)}`,
  };
}

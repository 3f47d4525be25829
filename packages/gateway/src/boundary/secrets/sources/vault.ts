import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { SourceError } from "./source-error.ts";

/**
 * Sends a GET request to Vault. `status` is undefined if no answer came, and `body` is set only for
 * a success.
 */
export type VaultRequest = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
  readonly signal: AbortSignal;
}) => Promise<{ readonly status?: number | undefined; readonly body?: string | undefined }>;

interface Place {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly askVault: VaultRequest;
  readonly signal: AbortSignal;
}

/** Reads a field of the latest version of a secret, from a KV engine of version 2. */
export async function readVault(where: string, place: Place): Promise<string> {
  const { environment, askVault, signal } = place;
  const [path = "", field = ""] = where.split("#");
  const [mount = "", ...steps] = path.split("/");
  const [address, token] = [needed("VAULT_ADDR", environment), needed("VAULT_TOKEN", environment)];
  if (!isSafe(address)) throw new SourceError(unsafe);
  const namespace = environment["VAULT_NAMESPACE"];
  const url = `${address.replace(/\/+$/, "")}/v1/${mount}/data/${steps.join("/")}`;
  const headers = {
    // Vault answers requests without it only if it was told to.
    "x-vault-request": "true",
    ...(namespace !== undefined && { "x-vault-namespace": namespace }),
  };
  const { status, body } = await askVault({ url, headers, token, signal });
  if (body === undefined) throw new SourceError(failure(status));
  return fieldOf(body, field);
}

const unsafe = "VAULT_ADDR is an address with https://, or one of this machine with http://.";

/** Over plain HTTP, the network could read the token. */
function isSafe(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
}

function needed(name: string, environment: Place["environment"]): string {
  const value = environment[name];
  if (value === undefined || value === "")
    throw new SourceError(`Vault needs the variable ${name}.`);
  return value;
}

/** What a status of Vault means to the operator. */
const meanings: Readonly<Record<number, string>> = {
  400: "Vault did not accept the request. Is VAULT_NAMESPACE right?",
  403: "Vault does not let VAULT_TOKEN read this path.",
  404: "Vault has no such secret, or its latest version is deleted. The path begins with the mount of a KV engine of version 2.",
  429: "Vault is on standby. Name the active one in VAULT_ADDR.",
  472: "Vault is on standby. Name the active one in VAULT_ADDR.",
  473: "Vault is on standby. Name the active one in VAULT_ADDR.",
  501: "Vault is not initialized.",
  503: "Vault is sealed or down for maintenance.",
};

function failure(status: number | undefined): string {
  if (status === undefined) return "Vault cannot be reached at VAULT_ADDR.";
  return meanings[status] ?? `Vault answered with status ${status}.`;
}

function fieldOf(body: string, field: string): string {
  const data = inside(inside(parsed(body), "data"), "data");
  if (!isJsonObject(data)) {
    throw new SourceError(
      "This is no KV engine of version 2: the answer has no data of a version.",
    );
  }
  const value = own(data, field);
  if (value === undefined) throw new SourceError("The secret has no such field.");
  if (typeof value !== "string") throw new SourceError("The field is no text.");
  return value;
}

function inside(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) ? own(value, key) : undefined;
}

function parsed(body: string): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

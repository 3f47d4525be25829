import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { ConnectionFlags } from "./flags.ts";
import { foundOf, type Made, type Making } from "./making.ts";
import { readProvider } from "./read-flags.ts";
import { mistaken } from "./repair.ts";

/** Another issuer vouches for the client, in a file that it replaces before each statement ends. */
export async function ofClientAssertion(making: Making): Promise<Made> {
  const { flags, common, opened } = making;
  const { tokenFile: file } = flags;
  const own = ["clientSecret", "clientKey", "clientCertificate", "clientProof"] as const;
  const doubled = own.filter((name) => flags[name] !== undefined);
  if (doubled.length > 0) {
    const problem = "With --kind client-assertion the file of --token-file proves the client.";
    throw mistaken(problem, making, { without: doubled });
  }
  if (file === undefined) {
    const problem = "Name with --token-file what another issuer signs about the client.";
    throw mistaken(problem, making, { more: "--token-file <file>" });
  }
  const { revokeUrl: _unproven, ...found } = await foundOf(making);
  const provider = readProvider(flags, found, { proof: "assertion" });
  const settings = { kind: "client-assertion", ...common, provider, file } as const;
  // Sealing binds the path and the addresses, as for a token file.
  return { settings, secrets: { file: opened.holdSecret(file) } };
}

/** The platform knows the machine, so nothing is given except who its tokens are for. */
export async function ofManaged(making: Making): Promise<Made> {
  const { flags, common, opened } = making;
  const { resource, clientId } = flags;
  const given = elsewhere.filter((name) => flags[name] !== undefined);
  if (given.length > 0) {
    const problem = "A managed identity has no secret and no provider: the machine is known.";
    throw mistaken(problem, making, { without: given });
  }
  if (resource === undefined || !URL.canParse(resource)) {
    const problem = "Name with --resource the URL that its tokens are for.";
    const more = "--resource https://management.azure.com/";
    throw mistaken(problem, making, { without: ["resource"], more });
  }
  const settings = { kind: "managed", ...common, resource, ...defined({ clientId }) } as const;
  // The resource is no secret. Sealing binds the settings to the vault.
  return { settings, secrets: { resource: opened.holdSecret(resource) } };
}

/** Flags of identities that a provider elsewhere grants. */
const elsewhere = [
  "token",
  "tokenFile",
  "issuer",
  "authorizeUrl",
  "tokenUrl",
  "revokeUrl",
  "clientSecret",
  "clientKey",
  "clientCertificate",
  "clientProof",
  "scope",
] as const satisfies readonly (keyof ConnectionFlags)[];

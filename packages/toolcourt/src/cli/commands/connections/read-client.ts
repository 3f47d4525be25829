import { resolve } from "node:path";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { readClientKey } from "@toolcourt/gateway/internal/boundary/connections/client-key";
import type { KnownClient } from "@toolcourt/gateway/internal/boundary/connections/register-client";
import { readPrivateText } from "@toolcourt/gateway/internal/boundary/secrets/private-text";
import type { OpenedConnections } from "@toolcourt/gateway/internal/compose/operator-connections";
import { type CommandContext, usage } from "../../command.ts";
import type { ConnectionFlags } from "./flags.ts";
import { createReadSecret } from "./read-flags.ts";

/** What proves our client at a provider: a secret, a private key, or nothing. */
export type ClientProof = Omit<KnownClient, "id">;

export interface ClientReading {
  readonly flags: Pick<ConnectionFlags, "clientSecret" | "clientKey" | "clientProof">;
  readonly opened: Pick<OpenedConnections, "holdSecret">;
  readonly context: CommandContext;
}

/** Reads the secret or the private key of our client. */
export async function readClientProof(reading: ClientReading): Promise<ClientProof> {
  const { flags, opened, context } = reading;
  const { clientSecret: file, clientKey, clientProof: proof } = flags;
  if (clientKey !== undefined) return proofByKey(clientKey, reading);
  if (file === undefined) return defined({ proof });
  const secret = opened.holdSecret(await createReadSecret(context)(file, "--client-secret"));
  return { secret, ...defined({ proof }) };
}

async function proofByKey(
  file: string,
  { flags, opened, context }: ClientReading,
): Promise<ClientProof> {
  if (flags.clientSecret !== undefined || flags.clientProof !== undefined) {
    throw usage("Give --client-key without --client-secret and --client-proof.");
  }
  const read = await readPrivateText(resolve(context.folder, file));
  if (read.kind !== "text") throw usage(whyNoKey[read.kind]);
  const key = readClientKey(read.text);
  if (key === undefined) throw usage(wrongKey);
  return { secret: opened.holdSecret(key.text), proof: "jwt", ...defined({ keyId: key.keyId }) };
}

const whyNoKey = {
  missing: "There is no file at --client-key.",
  unreadable: "What --client-key names cannot be read.",
  readable: "Others can read what --client-key names: give it the mode 600, with chmod.",
} as const;

const wrongKey =
  "What --client-key names is no key for ES256 (P-256), RS256 (2048 bits or more) or EdDSA (Ed25519), in PEM without a password or in JWK.";

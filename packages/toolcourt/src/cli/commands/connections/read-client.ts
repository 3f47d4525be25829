import { resolve } from "node:path";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import {
  type CertificateTrouble,
  type ClientKey,
  readCertificate,
  readClientKey,
} from "@toolcourt/gateway/internal/boundary/connections/client-key";
import type { KnownClient } from "@toolcourt/gateway/internal/boundary/connections/register-client";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { readPrivateText } from "@toolcourt/gateway/internal/boundary/secrets/private-text";
import type { OpenedConnections } from "@toolcourt/gateway/internal/compose/operator-connections";
import { type CommandContext, usage } from "../../command.ts";
import type { ConnectionFlags } from "./flags.ts";
import { createReadSecret } from "./read-flags.ts";

/** What proves our client at a provider: a secret, a private key, or nothing. */
export type ClientProof = Omit<KnownClient, "id">;

export interface ClientReading {
  readonly flags: Pick<
    ConnectionFlags,
    "clientSecret" | "clientKey" | "clientCertificate" | "clientProof"
  >;
  readonly opened: Pick<OpenedConnections, "holdSecret">;
  readonly context: CommandContext;
}

/** Reads the secret or the private key of our client. */
export async function readClientProof(reading: ClientReading): Promise<ClientProof> {
  const { flags, opened, context } = reading;
  const { clientSecret: file, clientKey, clientProof: proof } = flags;
  if (clientKey !== undefined) return proofByKey(clientKey, reading);
  if (flags.clientCertificate !== undefined) {
    throw usage("Give --client-key with --client-certificate: the certificate signs nothing.");
  }
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
  const thumbprint = await thumbprintOf(key, { flags, opened, context });
  const about = defined({ keyId: key.keyId, thumbprint });
  return { secret: opened.holdSecret(key.text), proof: "jwt", ...about };
}

const maxMb = 1;

/** Returns undefined if no certificate is named. */
async function thumbprintOf(
  key: ClientKey,
  { flags: { clientCertificate: file }, context }: ClientReading,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const now = context.clock.now();
  const read = readCertificate(await readText(file, context, maxMb), { key, now });
  if (typeof read === "string") {
    throw usage(`What --client-certificate names ${whyNoCertificate[read]}.`);
  }
  return read.thumbprint;
}

const whyNoCertificate = {
  "no-certificate": "is no certificate in PEM",
  "other-key": "is the certificate of another key than --client-key",
  "not-rsa": "has no RSA key; providers accept certificates of RSA keys only",
  ended: "has ended; register a new one at the provider",
} satisfies Record<CertificateTrouble, string>;

const whyNoKey = {
  missing: "There is no file at --client-key.",
  unreadable: "What --client-key names cannot be read.",
  readable: "Others can read what --client-key names: give it the mode 600, with chmod.",
} as const;

const wrongKey =
  "What --client-key names is no key for ES256 (P-256), RS256 (2048 bits or more) or EdDSA (Ed25519), in PEM without a password or in JWK.";

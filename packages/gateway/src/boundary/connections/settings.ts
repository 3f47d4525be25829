import { hash } from "node:crypto";
import type { ConnectionGrant } from "@toolcourt/contracts/internal/errors/connection-catalog";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { StoredConnection } from "../../stores/connection-store.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import type { Place } from "../secrets/keys.ts";
import type { Secret } from "../secrets/secret.ts";

export const connectionKinds = [
  "oauth",
  "client-credentials",
  "client-assertion",
  "managed",
  "id-jag",
  "exchange",
  "token",
  "headers",
] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** How a client with a secret, or none, authenticates. */
export const clientProofs = ["basic", "post", "none"] as const;

/** The token provider, and our client there. */
const providerSchema = z.strictObject({
  issuer: z.exactOptional(z.string()),
  authorizeUrl: z.exactOptional(z.string()),
  tokenUrl: z.string(),
  revokeUrl: z.exactOptional(z.string()),
  clientId: z.string(),
  /**
   * The method of client authentication. With `jwt` the sealed secret is a private key, with
   * `assertion` a file holds what another issuer signed about us.
   */
  clientProof: z.enum([...clientProofs, "jwt", "assertion"]),
  /** The name of the private key at the provider. */
  keyId: z.exactOptional(z.string()),
  /** SHA-256 of the certificate of the private key, in base64url (`x5t#S256`). */
  thumbprint: z.exactOptional(z.string()),
  /** The audience of what the private key signs. Default: the issuer. */
  proofAudience: z.exactOptional(z.string()),
  scope: z.exactOptional(z.string()),
  /** The resource indicator, if the provider needs one (RFC 8707). */
  resource: z.exactOptional(z.string()),
  /** Whether private addresses are allowed. */
  isPrivate: z.boolean(),
  /** Whether the provider announces the issuer parameter in every answer (RFC 9207). */
  namesItself: z.exactOptional(z.boolean()),
});

const common = {
  /** Origins that may receive the credential, such as `https://api.example.com`. */
  origins: z.array(z.string()).min(1),
  /** Whether only the owner or the whole tenant may use it. */
  users: z.enum(["owner", "tenant"]),
  /** Allowed targets by named levels. */
  levels: z.record(z.string(), z.union([z.literal("any"), z.array(z.string())])),
  tiers: z.array(z.string()),
  /** Milliseconds since 1970. Not used afterwards. */
  expiresAt: z.exactOptional(z.number()),
};

const renewed = {
  provider: providerSchema,
  /** When the token is renewed, and when it expires. Unset if the provider does not say. */
  renewAt: z.exactOptional(z.number()),
  tokenEndsAt: z.exactOptional(z.number()),
  renewedAt: z.exactOptional(z.number()),
  /** When the ID token of a login expires. Unset if there is none. */
  idTokenEndsAt: z.exactOptional(z.number()),
  /** End of the renewal lease. */
  renewingUntil: z.exactOptional(z.number()),
};

const settingsSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("token"),
    ...common,
    header: z.string(),
    /** Text before the token, such as `Bearer `. */
    prefix: z.string(),
    /** File to read the token from on each use. Unset if the token is pushed. */
    file: z.exactOptional(z.string()),
  }),
  z.strictObject({ kind: z.literal("headers"), ...common, names: z.array(z.string()).min(1) }),
  z.strictObject({ kind: z.literal("oauth"), ...common, ...renewed }),
  z.strictObject({ kind: z.literal("client-credentials"), ...common, ...renewed }),
  z.strictObject({
    kind: z.literal("client-assertion"),
    ...common,
    ...renewed,
    /** File to read the client's assertion from at each grant. */
    file: z.string(),
  }),
  z.strictObject({
    kind: z.literal("managed"),
    ...common,
    /** Who the token is for. */
    resource: z.string(),
    /** The identity, if the machine has several. Default: its own one. */
    clientId: z.exactOptional(z.string()),
  }),
  z.strictObject({
    kind: z.literal("id-jag"),
    ...common,
    ...renewed,
    /** The name of the owner's login at the identity provider. */
    login: z.string(),
  }),
  z.strictObject({
    kind: z.literal("exchange"),
    ...common,
    provider: providerSchema,
    /** Default: RFC 8693. */
    protocol: z.exactOptional(z.literal("on-behalf-of")),
    /** Who the exchanged token is for, by the issuer's own name. */
    audience: z.exactOptional(z.string()),
  }),
]);

export type ConnectionSettings = z.output<typeof settingsSchema>;
export type SettingsOf<Kind extends ConnectionKind> = Extract<ConnectionSettings, { kind: Kind }>;
export type RenewableSettings = SettingsOf<
  "oauth" | "client-credentials" | "client-assertion" | "id-jag"
>;
export type Provider = RenewableSettings["provider"];

/** A parsed connection from the store. */
export interface ReadConnection<Settings extends ConnectionSettings = ConnectionSettings> {
  readonly stored: StoredConnection;
  readonly settings: Settings;
}

/** A connection with renewable tokens from a provider. */
export type Renewable = ReadConnection<RenewableSettings>;

/** Returns undefined for a row that we did not write. */
export function readConnection(stored: StoredConnection): ReadConnection | undefined {
  const parsed = settingsSchema.safeParse(stored.settings);
  return parsed.success ? { stored, settings: parsed.data } : undefined;
}

/** Returns what the command that repairs a connection must say about it. */
export function grantOf(settings: ConnectionSettings): ConnectionGrant {
  const { kind } = settings;
  if (kind === "token") return { kind, isFile: settings.file !== undefined };
  if (kind !== "client-credentials" && kind !== "id-jag") return { kind };
  const { clientId, clientProof } = settings.provider;
  const client = { kind, clientId, hasKey: clientProof === "jwt" };
  return kind === "id-jag" ? { ...client, through: settings.login } : client;
}

export function isRenewable(connection: ReadConnection): connection is Renewable {
  return Object.hasOwn(connection.settings, "provider") && connection.settings.kind !== "exchange";
}

/**
 * Returns the generation of the token. A renewal changes the row several times, but the token once.
 */
export function generationOf(connection: ReadConnection): number {
  return isRenewable(connection) ? (connection.settings.renewedAt ?? 0) : connection.stored.version;
}

export function settingsJson(settings: ConnectionSettings): JsonObject {
  return { ...settings };
}

/**
 * Returns the binding of sealed data: owner and allowed targets. Write access to the store cannot
 * redirect a token by changing its settings.
 */
export function boundTo({ stored, settings }: ReadConnection): string {
  const lasting = Object.fromEntries(
    Object.entries(settingsJson(settings)).filter(([key]) => !moments.has(key)),
  );
  const text = canonicalJson({ owner: stored.owner, name: stored.name, settings: lasting });
  return hash("sha256", text, "hex").slice(0, 32);
}

/** Settings that change while a connection is in use. */
const moments: ReadonlySet<string> = new Set([
  "renewAt",
  "tokenEndsAt",
  "renewedAt",
  "idTokenEndsAt",
  "renewingUntil",
]);

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

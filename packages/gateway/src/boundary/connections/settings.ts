import { hash } from "node:crypto";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { StoredConnection } from "../../stores/connection-store.ts";

export const connectionKinds = ["oauth", "client-credentials", "token", "headers"] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const clientProofs = ["basic", "post", "none"] as const;

/** Who grants tokens, and who we are there. */
const providerSchema = z.strictObject({
  issuer: z.exactOptional(z.string()),
  authorizeUrl: z.exactOptional(z.string()),
  tokenUrl: z.string(),
  revokeUrl: z.exactOptional(z.string()),
  clientId: z.string(),
  /** How the client proves who it is. */
  clientProof: z.enum(clientProofs),
  scope: z.exactOptional(z.string()),
  /** What the tokens are for, where the provider wants to know (RFC 8707). */
  resource: z.exactOptional(z.string()),
  /** Whether it may lie in a network of one's own. */
  isPrivate: z.boolean(),
  /** Whether it says that it names itself in every answer (RFC 9207). */
  namesItself: z.exactOptional(z.boolean()),
});

const common = {
  /** Where its credential may go, as `https://api.example.com`. */
  origins: z.array(z.string()).min(1),
  /** Whether only its owner may use it, or everybody of its tenant. */
  users: z.enum(["owner", "tenant"]),
  /** What may be reached by named levels. */
  levels: z.record(z.string(), z.union([z.literal("any"), z.array(z.string())])),
  tiers: z.array(z.string()),
  /** Milliseconds since 1970. After this it is not used. */
  expiresAt: z.exactOptional(z.number()),
};

const renewed = {
  provider: providerSchema,
  /** When its token is renewed, and when it ends. Absent where the provider does not say. */
  renewAt: z.exactOptional(z.number()),
  tokenEndsAt: z.exactOptional(z.number()),
  renewedAt: z.exactOptional(z.number()),
  /** Until when the one that is renewing its token is left alone. */
  renewingUntil: z.exactOptional(z.number()),
};

const settingsSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("token"),
    ...common,
    header: z.string(),
    /** What stands before the token, such as `Bearer `. */
    prefix: z.string(),
    /** Where it is read again each time. Absent where it is pushed to us. */
    file: z.exactOptional(z.string()),
  }),
  z.strictObject({ kind: z.literal("headers"), ...common, names: z.array(z.string()).min(1) }),
  z.strictObject({ kind: z.literal("oauth"), ...common, ...renewed }),
  z.strictObject({ kind: z.literal("client-credentials"), ...common, ...renewed }),
]);

export type ConnectionSettings = z.output<typeof settingsSchema>;
export type SettingsOf<Kind extends ConnectionKind> = Extract<ConnectionSettings, { kind: Kind }>;
export type RenewableSettings = SettingsOf<"oauth" | "client-credentials">;
export type Provider = RenewableSettings["provider"];

/** A connection out of the store, understood. */
export interface ReadConnection<Settings extends ConnectionSettings = ConnectionSettings> {
  readonly stored: StoredConnection;
  readonly settings: Settings;
}

/** One whose token is granted by a provider, again and again. */
export type Renewable = ReadConnection<RenewableSettings>;

/** Undefined for a row that we did not write. */
export function readConnection(stored: StoredConnection): ReadConnection | undefined {
  const parsed = settingsSchema.safeParse(stored.settings);
  return parsed.success ? { stored, settings: parsed.data } : undefined;
}

export function isRenewable(connection: ReadConnection): connection is Renewable {
  const { kind } = connection.settings;
  return kind === "oauth" || kind === "client-credentials";
}

/** Which of the tokens of a connection is in it. Renewing one changes the row more than once, the token once. */
export function generationOf(connection: ReadConnection): number {
  return isRenewable(connection) ? (connection.settings.renewedAt ?? 0) : connection.stored.version;
}

/** Settings as the store takes them. */
export function settingsJson(settings: ConnectionSettings): JsonObject {
  return { ...settings };
}

/**
 * Stands for whose it is and where it may go. What is sealed is bound to it: whoever can write to the store
 * cannot send a token elsewhere by changing the settings beside it.
 */
export function boundTo({ stored, settings }: ReadConnection): string {
  const lasting = Object.fromEntries(
    Object.entries(settingsJson(settings)).filter(([key]) => !moments.has(key)),
  );
  const text = canonicalJson({ owner: stored.owner, name: stored.name, settings: lasting });
  return hash("sha256", text, "hex").slice(0, 32);
}

/** Change while a connection is used. */
const moments: ReadonlySet<string> = new Set([
  "renewAt",
  "tokenEndsAt",
  "renewedAt",
  "renewingUntil",
]);

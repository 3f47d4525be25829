import { expected, expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { webAddress } from "./address.ts";
import { age, duration } from "./duration.ts";
import {
  choice,
  fullText,
  keysAndValues,
  listOf,
  nameOf,
  positive,
  trueOrFalse,
} from "./pieces.ts";

// Settings for authentication, policy and durable state.

const roles = listOf(nameOf("the name of a role"), "roles").default([]);
const hashError = expectedUnseen("the SHA-256 of a key: 64 hexadecimal digits");

const issuer = z.strictObject(
  {
    name: nameOf("the name of an issuer"),
    issuer: fullText,
    jwks_url: webAddress,
    audience: z.exactOptional(fullText),
    roles_claim: fullText.default("roles"),
    tenant_claim: fullText.default("tenant"),
  },
  keysAndValues,
);

/** A key of a caller. */
export const keySchema = z.strictObject(
  {
    name: nameOf("the name of a key"),
    sha256: z.string({ error: hashError }).regex(/^[\da-f]{64}$/i, { error: hashError }),
    roles,
    tenant: z.exactOptional(fullText),
    system: trueOrFalse.default(false),
  },
  keysAndValues,
);

/** How callers authenticate. */
export const authSchema = z.strictObject(
  {
    resource: webAddress,
    scopes: listOf(nameOf("the name of a scope"), "scopes").default([]),
    issuers: listOf(issuer, "issuers").default([]),
    keys: listOf(keySchema, "keys").default([]),
    keys_file: z.exactOptional(fullText),
  },
  keysAndValues,
);

const storeError = expectedUnseen("memory:, sqlite:<file>, or postgres://…");
const postgresError = expectedUnseen(
  "an address like postgres://user@host:5432/database, with a port of at most 65535",
);
const redisError = expectedUnseen("redis://… or rediss://…");
const redisPartsError = expectedUnseen(
  "an address like redis://host:6379/0, with a port of at most 65535",
);

/** The addresses of the stores. They may hold passwords, so they are never shown. */
export const storesSchema = z.strictObject(
  {
    url: z
      .string({ error: storeError })
      .regex(/^(memory:$|sqlite:.+|postgres(ql)?:\/\/.+)/, { error: storeError, abort: true })
      .refine((url) => url.startsWith("sqlite:") || URL.canParse(url), { error: postgresError })
      .default("sqlite:.toolcourt/state.db"),
    redis: z.exactOptional(
      z
        .string({ error: redisError })
        .regex(/^rediss?:\/\/.+/, { error: redisError, abort: true })
        .refine((url) => URL.canParse(url), { error: redisPartsError }),
    ),
  },
  keysAndValues,
);

/** The source of the policy. */
export const policySchema = z.strictObject(
  { from: choice(["file", "store"]).default("file"), file: z.exactOptional(fullText) },
  keysAndValues,
);

export const auditSchema = z.strictObject(
  {
    key: fullText.default(".toolcourt/audit.key"),
    checkpoints: z.exactOptional(fullText),
    mirror_file: z.exactOptional(fullText),
    must_reach: choice(["any", "all"]).default("any"),
  },
  keysAndValues,
);

const mostApprovers = 10;
const approversError = expected(`a whole number from 1 to ${mostApprovers}`);

export const approvalsSchema = z.strictObject(
  {
    key: fullText.default(".toolcourt/approvals.key"),
    approvers: z
      .int({ error: approversError })
      .min(1, { error: approversError })
      .max(mostApprovers, { error: approversError })
      .default(1),
    retain_for: age.prefault("P90D"),
  },
  keysAndValues,
);

const vaultKeyError = expected("file:<path>, env:<name> or keyring:<service>/<account>");

export const connectionsSchema = z.strictObject(
  {
    key: z
      .string({ error: vaultKeyError })
      .regex(/^(file:.+|env:[A-Za-z_]\w*|keyring:[\w.-]+\/[\w.-]+)$/, { error: vaultKeyError })
      .default("file:.toolcourt/vault.key"),
  },
  keysAndValues,
);

/** Rate limits per principal, for requests of any kind. */
export const limitsSchema = z.strictObject(
  {
    per_principal: z.exactOptional(
      z.strictObject({ max_requests: positive, window: duration.prefault("PT1M") }, keysAndValues),
    ),
  },
  keysAndValues,
);

export type AuthFile = z.output<typeof authSchema>;

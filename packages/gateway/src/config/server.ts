import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { pathText } from "@toolcourt/contracts/internal/documents/wording";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { z } from "zod";
import type { Issuer } from "../governance/identity/json-web-tokens.ts";
import { type ProtectedResource, resourceAt } from "../governance/identity/protected-resource.ts";
import type { StaticKey } from "../governance/identity/static-keys.ts";
import type { Listing } from "../pipeline/stages/permit.ts";
import { discoveryKeys } from "./discovery.ts";
import { duration } from "./duration.ts";
import { doubles, type Entry, entries, isInMemory, isText, problem, toolboxOf } from "./entries.ts";
import { extMcpProblems, extMcpSchema } from "./ext-mcp.ts";
import { instant } from "./instant.ts";
import { listenerKeys } from "./listener.ts";
import {
  choice,
  fullText,
  hashOf,
  keysAndValues,
  listenHost,
  listOf,
  nameOf,
  port,
  positive,
  trueOrFalse,
  webAddress,
  workers,
} from "./pieces.ts";

// The sections `server` and `limits`: where callers connect, how they authenticate, how often they
// may call.

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
    sha256: hashOf("key"),
    roles: listOf(nameOf("the name of a role"), "roles").default([]),
    tenant: z.exactOptional(fullText),
    system: trueOrFalse.default(false),
    expires: z.exactOptional(instant),
  },
  keysAndValues,
);

const auth = z.strictObject(
  {
    resource: webAddress,
    scopes: listOf(nameOf("the name of a scope"), "scopes").default([]),
    issuers: listOf(issuer, "issuers").default([]),
    keys: listOf(keySchema, "keys").default([]),
    keys_file: z.exactOptional(fullText),
  },
  keysAndValues,
);

const listings = ["permitted", "all"] as const satisfies readonly Listing[];

export const serverSchema = z.strictObject(
  {
    host: listenHost,
    port: port.default(7420),
    list: choice(listings).default("permitted"),
    ...discoveryKeys,
    whole_gateway: trueOrFalse.default(true),
    workers: workers.default(1),
    auth: z.exactOptional(auth),
    ext_mcp: z.exactOptional(extMcpSchema),
    authzen: trueOrFalse.default(false),
    ...listenerKeys,
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

/** How callers authenticate. */
export interface AuthConfig extends ProtectedResource {
  readonly trusted: readonly Issuer[];
  readonly keys: readonly StaticKey[];
  /** A file with more keys, as written. */
  readonly keysFile?: string | undefined;
}

export interface RequestLimit {
  readonly max: number;
  readonly windowMs: number;
}

export function toRequestLimit({
  per_principal: limit,
}: z.output<typeof limitsSchema>): RequestLimit | undefined {
  return limit && { max: limit.max_requests, windowMs: limit.window };
}

/** `paths` are those of the endpoints: a client asks for a token for the path that it uses. */
export function toAuth(file: z.output<typeof auth>, paths: readonly string[] = []): AuthConfig {
  const { resource, scopes, issuers, keys, keys_file: keysFile } = file;
  const whole = { resource, scopes, issuers: issuers.map((each) => each.issuer) };
  const alsoFor = paths.map((path) => resourceAt(whole, path).resource.href);
  return {
    ...whole,
    trusted: issuers.map((each) => ({
      name: each.name,
      issuer: each.issuer,
      jwksUrl: each.jwks_url,
      audience: each.audience ?? resource.href,
      ...(each.audience === undefined && alsoFor.length > 0 && { alsoFor }),
      claims: { roles: each.roles_claim, tenant: each.tenant_claim },
    })),
    keys: keys.map(toKey),
    keysFile,
  };
}

export function toKey(entry: z.output<typeof keySchema>): StaticKey {
  const { system: isSystem, expires: expiresAt, ...key } = entry;
  return { ...key, isSystem, ...(expiresAt !== undefined && { expiresAt }) };
}

export function* serverProblems(config: JsonObject): Generator<Problem> {
  const server = own(config, "server");
  if (!isJsonObject(server)) return;
  if ((own(server, "workers") ?? 1) !== 1) yield* workerProblems(config);
  yield* extMcpProblems(config, server);
  const given = own(server, "auth");
  if (isJsonObject(given)) yield* authProblems(given);
  else yield* openProblems(server);
}

/** Without authentication any client that can connect may call. */
function* openProblems(server: JsonObject): Generator<Problem> {
  const host = own(server, "host");
  if (isText(host) && !isLoopback(host)) {
    const message = "Listen on 127.0.0.1, ::1 or localhost, or configure `auth`.";
    yield problem(["server", "host"], message);
  }
  if (own(server, "authzen") === true) {
    const message = "Questions about others need a known sender: configure `auth`.";
    yield problem(["server", "authzen"], message);
  }
  if (own(server, "proxies") !== undefined) {
    const message = "A client behind a proxy is never the local user: configure `auth`.";
    yield problem(["server", "proxies"], message);
  }
}

/** Several processes share what a store keeps, and nothing that one of them keeps alone. */
function* workerProblems(config: JsonObject): Generator<Problem> {
  const at = ["server", "workers"];
  if (isInMemory(config)) {
    const message =
      "Several workers need a store that all of them reach: set `stores.url` to a file or a PostgreSQL, or use 1.";
    yield problem(at, message);
  }
  const { toolbox, path } = toolboxOf(config);
  const stdio = entries(toolbox, path, "mcps").find(
    ({ value }) => own(value, "transport") === "stdio",
  );
  if (stdio !== undefined) {
    const message = `Each worker would start ${pathText(stdio.path)} again, which is a stdio server: serve it over HTTP, or use 1.`;
    yield problem(at, message);
  }
}

const at = ["server", "auth"];

function* authProblems(given: JsonObject): Generator<Problem> {
  const lists = [own(given, "issuers"), own(given, "keys")];
  if (lists.every(isEmpty) && own(given, "keys_file") === undefined) {
    yield problem(at, "Name at least one of `issuers` or `keys`, or a `keys_file`.");
  }
  const resource = own(given, "resource");
  if (isText(resource) && /[@?#]/.test(resource)) {
    const message = "This address is public: leave out user, password, query and fragment.";
    yield problem([...at, "resource"], message);
  }
  const issuers = entries(given, at, "issuers");
  for (const each of issuers) yield* issuerProblems(each);
  // With duplicate entries only one could take effect.
  yield* doubles(issuers, ["name"]);
  yield* doubles(issuers, ["issuer"]);
  yield* keyDoubles(entries(given, at, "keys"));
}

function isEmpty(list: JsonValue | undefined): boolean {
  return !isJsonArray(list) || list.length === 0;
}

/** Reserved prefixes of ids. */
const reserved = ["key", "operator", "local"];

/** Checks an issuer. Ids are the issuer's name, a colon and its subject, and must not collide. */
function* issuerProblems({ path, value }: Entry): Generator<Problem> {
  const [name, keys] = [own(value, "name"), own(value, "jwks_url")];
  if (isText(name) && reserved.includes(name)) {
    const message = `The names ${reserved.join(", ")} are reserved; choose another.`;
    yield problem([...path, "name"], message);
  }
  if (isText(name) && name.includes(":")) {
    yield problem([...path, "name"], "The name of an issuer must not contain a colon.");
  }
  if (isText(keys) && isOpenRoad(keys)) {
    const message = "Use https: over plain HTTP the keys could be replaced and tokens forged.";
    yield problem([...path, "jwks_url"], message);
  }
}

/** Reports whether answers from an address could be modified in transit. */
function isOpenRoad(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && !isLoopback(url.hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** Reports keys with the name or the hash of an earlier one. */
export function* keyDoubles(given: readonly Entry[]): Generator<Problem> {
  yield* doubles(given, ["name"]);
  yield* doubles(given.map(withPlainHash), ["sha256"]);
}

/** Normalizes the case of the hash. */
function withPlainHash({ path, value }: Entry): Entry {
  const sha256 = own(value, "sha256");
  return { path, value: isText(sha256) ? { ...value, sha256: sha256.toLowerCase() } : value };
}

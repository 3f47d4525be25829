import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expected, expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import type { EgressLimits } from "../boundary/egress/egress.ts";
import { type HostRule, methods } from "../boundary/egress/egress-rules.ts";
import type { GatewayRoute } from "../boundary/egress/gateway-route.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import { isReserved } from "../boundary/egress/request-headers.ts";
import type { RetryPolicy } from "../boundary/egress/retries.ts";
import { duration } from "./duration.ts";
import { doubles, type Entry, entries, isText, problem } from "./entries.ts";
import {
  choice,
  fullText,
  keysAndValues,
  listOf,
  positive,
  size,
  trueOrFalse,
  webAddress,
  wholeBetween,
} from "./pieces.ts";
import { type Environment, expanded, expandVariables } from "./variables.ts";

// Where our own requests may go. Everything else is unreachable.

const what = "an origin such as https://api.example.com, in lower case and without a path";

/** An origin, parsed as strictly as requests later. Values that need repair are refused. */
const originSchema = z
  .string({ error: expectedUnseen(what) })
  .meta({ format: "uri", pattern: "^https?://[^/?#@]+$" })
  .transform((text, context) => {
    const reading = readUrl(text);
    if (reading.kind === "read" && reading.url.origin === text) return reading;
    context.addIssue({ code: "custom", message: `Expected ${what}.` });
    return z.NEVER;
  });

const addressesSchema = choice(["public", "private", "loopback"]).default("public");

const pathError = expected("a path such as /target");

const allowedSchema = z.strictObject(
  {
    origin: originSchema,
    methods: listOf(choice(methods), "methods")
      .min(1, { error: "Name at least one method, or leave the key out for GET and HEAD." })
      .default(["GET", "HEAD"]),
    addresses: addressesSchema,
    via: choice(["gateway", "direct"]).default("gateway"),
    path: z.exactOptional(
      z
        .string({ error: pathError })
        .regex(/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/, { error: pathError }),
    ),
  },
  keysAndValues,
);

const headerError = expected("the name of a header");

const usualKeyHeader = "Ocp-Apim-Subscription-Key";
const usualTokenHeader = "X-Gateway-Authorization";

const nameError = expected("the name of a connection");
const nameOfConnection = z
  .string({ error: nameError })
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, { error: nameError });

const gatewaySchema = z.strictObject(
  {
    url: z.exactOptional(webAddress),
    key: z.exactOptional(fullText),
    key_header: z
      .string({ error: headerError })
      .regex(/^[\w-]{1,64}$/, { error: headerError })
      .default(usualKeyHeader),
    connection: z.exactOptional(nameOfConnection),
    token_header: z
      .string({ error: headerError })
      .regex(/^[\w-]{1,64}$/, { error: headerError })
      .default(usualTokenHeader),
    addresses: addressesSchema,
    required: trueOrFalse.default(true),
  },
  keysAndValues,
);

const retrySchema = z.strictObject(
  {
    attempts: wholeBetween("a whole number", 1, 10).default(3),
    max_wait: duration.prefault("PT10S"),
    budget: positive.default(10),
  },
  keysAndValues,
);

export const egressSchema = z.strictObject(
  {
    allow: listOf(allowedSchema, "origins that may be reached").default([]),
    gateway: z.exactOptional(gatewaySchema),
    max_payload: size.prefault("1MB"),
    max_response: size.prefault("10MB"),
    timeout: duration.prefault("PT30S"),
    retry: retrySchema.prefault({}),
    ca_file: z.exactOptional(fullText),
  },
  keysAndValues,
);

type EgressFile = z.output<typeof egressSchema>;

/** Where and how our own requests may go. */
export interface EgressConfig {
  readonly hosts: readonly HostRule[];
  readonly gateway: EgressGatewayConfig;
  readonly limits: Pick<EgressLimits, "maxPayloadBytes" | "maxResponseBytes" | "deadlineMs">;
  readonly retry: RetryPolicy;
  /** A file with certificates to trust in addition to the system's, as written. */
  readonly ca?: string | undefined;
}

export type EgressGatewayConfig =
  | { readonly kind: "none" }
  | {
      readonly kind: "required";
      readonly through?: Omit<GatewayRoute, "key" | "token"> & {
        readonly key?: { readonly header: string; readonly value: string };
        /** The connection whose token is the gateway's own. */
        readonly token?: { readonly header: string; readonly connection: string };
      };
    };

const budgetMs = 60_000;

export function toEgress(file: EgressFile, environment: Environment): EgressConfig {
  const { allow, retry } = file;
  return {
    hosts: allow.map(({ origin: { scheme, host, port }, addresses, via, ...more }) => {
      return { scheme, host, port, methods: more.methods, addresses, route: via };
    }),
    gateway: toGateway(file, environment),
    limits: {
      maxPayloadBytes: file.max_payload,
      maxResponseBytes: file.max_response,
      deadlineMs: file.timeout,
    },
    retry: {
      attempts: retry.attempts,
      maxWaitMs: retry.max_wait,
      budget: { retries: retry.budget, perMs: budgetMs },
    },
    ca: file.ca_file,
  };
}

function toGateway({ allow, gateway }: EgressFile, environment: Environment): EgressGatewayConfig {
  if (gateway === undefined) return { kind: "none" };
  const { url, key, key_header: header, connection, addresses, required } = gateway;
  if (url === undefined) return required ? { kind: "required" } : { kind: "none" };
  const through = allow.filter(({ via }) => via === "gateway");
  return {
    kind: "required",
    through: {
      baseUrl: url.href,
      paths: Object.fromEntries(
        through.map(({ origin, path }) => [origin.url.origin, path ?? `/${origin.host}`]),
      ),
      addresses,
      ...(key !== undefined && { key: { header, value: expanded(key, environment) } }),
      ...(connection !== undefined && { token: { header: gateway.token_header, connection } }),
    },
  };
}

/** Checks the relations between the egress keys. */
export function* egressProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const egress = own(file, "egress");
  if (!isJsonObject(egress)) return;
  const allowed = entries(egress, ["egress"], "allow");
  yield* doubles(allowed, ["origin"]);
  for (const each of allowed) yield* openRoad(each, "origin");
  const gateway = own(egress, "gateway");
  if (isJsonObject(gateway)) {
    yield* gatewayProblems(gateway, environment);
    yield* sharedPaths(allowed);
  } else yield* uselessPaths(allowed);
}

function* gatewayProblems(value: JsonObject, environment: Environment): Generator<Problem> {
  const path = ["egress", "gateway"];
  yield* openRoad({ path, value }, "url");
  const [url, key] = [own(value, "url"), own(value, "key")];
  if (typeof url === "string" && /[@?#]/.test(url)) {
    const message = "Leave out user, password, query and fragment.";
    yield problem([...path, "url"], message);
  }
  yield* headerProblems({ path, value });
  const expansion = typeof key === "string" ? expandVariables(key, environment) : undefined;
  if (expansion?.kind === "refused") yield problem([...path, "key"], expansion.problem);
}

/** Finds headers that the gateway's key and token cannot have. */
function* headerProblems({ path, value }: Entry): Generator<Problem> {
  const nameIn = (key: string, usual: string): string => {
    const header = own(value, key);
    return (isText(header) ? header : usual).toLowerCase();
  };
  const names = {
    key_header: nameIn("key_header", usualKeyHeader),
    token_header: nameIn("token_header", usualTokenHeader),
  };
  for (const [key] of Object.entries(names).filter(([, header]) => isReserved(header))) {
    yield problem([...path, key], "This header is reserved for the connection; choose another.");
  }
  if (names.key_header === names.token_header) {
    yield problem([...path, "token_header"], "The key has this header; choose another.");
  }
}

/**
 * Refuses overlapping gateway paths. A request for one target would reach another with its
 * credential. Gateways ignore the case of paths.
 */
function* sharedPaths(allowed: readonly Entry[]): Generator<Problem> {
  const served = allowed.flatMap(({ path, value }) => {
    const place = placeOf(value);
    return place === undefined ? [] : [{ path, place: `${place.toLowerCase()}/` }];
  });
  for (const [index, { path, place }] of served.entries()) {
    const before = served.slice(0, index).map((each) => each.place);
    if (!before.some((each) => each.startsWith(place) || place.startsWith(each))) continue;
    const message = "Another entry is served at this path of the gateway, or above or below it.";
    yield problem([...path, "path"], message);
  }
}

/** Returns the gateway path of an entry, as `toEgress` computes it. */
function placeOf(value: JsonObject): string | undefined {
  const [origin, path, via = "gateway"] = ["origin", "path", "via"].map((key) => own(value, key));
  const reading = typeof origin === "string" ? readUrl(origin) : undefined;
  if (reading?.kind !== "read" || via !== "gateway") return undefined;
  return typeof path === "string" ? path : `/${reading.host}`;
}

function* uselessPaths(allowed: readonly Entry[]): Generator<Problem> {
  for (const { path, value } of allowed) {
    if (own(value, "path") === undefined) continue;
    yield problem([...path, "path"], "This needs a `gateway`.", "key");
  }
}

/** Refuses plain HTTP outside private networks: the credential could be read in transit. */
function* openRoad({ path, value }: Entry, key: string): Generator<Problem> {
  const [address, places = "public"] = [own(value, key), own(value, "addresses")];
  if (typeof address !== "string" || places !== "public") return;
  const reading = readUrl(address);
  if (reading.kind === "read" && reading.scheme === "http") {
    const message = "Use https, or set `addresses` if it is in a private network.";
    yield problem([...path, key], message);
  }
}

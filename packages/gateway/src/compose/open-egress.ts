import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { CallIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Connections } from "../boundary/connections/connections.ts";
import { type Lookup, systemLookup } from "../boundary/egress/address.ts";
import type {
  Egress,
  EgressDeps,
  EgressOptions,
  GatewayPolicy,
} from "../boundary/egress/egress.ts";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import type { GatewayToken } from "../boundary/egress/gateway-route.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import type { EgressConfig } from "../config/egress.ts";
import { createGrantedMethods } from "../governance/policy/granted-methods.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import { followedBy, type OfCall } from "../telemetry/event-fields.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { within } from "./open-durable-stores.ts";
import { noConnections } from "./open-tool-set.ts";
import { gatewayUser } from "./server-credentials.ts";

export interface EgressPlace extends Pick<Runtime, "clock" | "random" | "randomBytes"> {
  /** Base of relative paths. */
  readonly folder: string;
  /** Logs every retry. Default: off. */
  readonly write?: LogWriter;
  /** Default: the system resolver. */
  readonly lookup?: Lookup;
  /** Gives the gateway on the way its own token. Default: there are none. */
  readonly connections?: Pick<Connections, "use" | "credential"> | undefined;
  /** May narrow the origins. Default: the configuration alone decides. */
  readonly policy?: CurrentPolicy | undefined;
}

/** Concurrent connections per host. Some hosts treat more as an attack. */
const maxConnections = 32;
const breaker = { failures: 5, openForMs: 10_000 };

/** Opens egress as configured. */
export async function openConfiguredEgress(
  settings: EgressConfig,
  place: EgressPlace,
): Promise<Egress> {
  const { clock, random, lookup = systemLookup, policy } = place;
  const { hosts, retry, limits, ca } = settings;
  const options: EgressOptions = {
    policy: { hosts, granted: policy && createGrantedMethods(policy) },
    gateway: gatewayOf(settings, place),
    redirects: "same-origin",
    retry,
    breaker,
    limits: { ...limits, connections: maxConnections },
    ...(await certificatesOf({ ca }, place)),
  };
  return openEgress(options, { clock, random, lookup, repeated: retryLog(place) });
}

function retryLog({ write }: EgressPlace): EgressDeps["repeated"] {
  if (write === undefined) return undefined;
  const { log } = createLogger(write);
  return ({ kind, ids, ...repetition }) =>
    log("request.retried", { ...aboutCall(ids), ...repetition, fault: kind });
}

function aboutCall(ids: CallIds | undefined): OfCall | { readonly traceId: null } {
  if (ids === undefined) return { traceId: null };
  return { ...followedBy(ids), stage: "run", status: "repeated" };
}

/** Reads the gateway policy. From here on its key is held as a secret. */
function gatewayOf(
  { gateway }: EgressConfig,
  { randomBytes, connections }: EgressPlace,
): GatewayPolicy {
  if (gateway.kind === "none" || gateway.through === undefined) return { kind: gateway.kind };
  const { key, token: named, ...route } = gateway.through;
  const token = named && tokenOf(named, { origin: new URL(route.baseUrl).origin, connections });
  const through = { ...route, ...defined({ token }) };
  if (key === undefined) return { kind: "required", through };
  const value = createHoldSecret(randomBytes(32))(key.value);
  return { kind: "required", through: { ...through, key: { header: key.header, value } } };
}

/** The token comes from a connection of the gateway itself, which must be for this origin. */
function tokenOf(
  { header, connection }: { readonly header: string; readonly connection: string },
  { origin, connections = noConnections }: Pick<EgressPlace, "connections"> & { origin: string },
): GatewayToken {
  return {
    header,
    current: async (signal) => {
      try {
        const usable = await connections.use({ connection, origin }, gatewayUser);
        const { headers } = await connections.credential(usable, signal);
        const { authorization } = headers;
        if (authorization !== undefined) return authorization;
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
      throw new EgressFailure("gateway-token");
    },
  };
}

/** Reads the certificates that all requests trust. Empty if none are configured. */
export async function certificatesOf(
  { ca }: { readonly ca?: string | undefined },
  { folder }: Pick<EgressPlace, "folder">,
): Promise<{ readonly ca?: string }> {
  return ca === undefined ? {} : { ca: await readCertificates(ca, folder, "egress.ca_file") };
}

/** Reads a file of certificates. `key` names it in messages. */
export async function readCertificates(file: string, folder: string, key: string): Promise<string> {
  const text = await readFile(within(folder, file), "utf8").catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const because = isMissing ? "missing" : "failed";
    throw new Refusal("file-unreadable", { file, because }, { cause: error });
  });
  const problem = certificateProblem(text);
  if (problem === undefined) return text;
  const { line, message } = problem;
  const problems = [`${file}:${line}:1 ${key}: ${message}`];
  throw new Refusal("config-invalid", { file, problems });
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----[^]*?-----END \1-----/g;

/** Finds what is no certificate. TLS would ignore it without a word, and trust fewer than written. */
function certificateProblem(
  text: string,
): { readonly line: number; readonly message: string } | undefined {
  const blocks = [...text.matchAll(block)];
  if (blocks.length === 0) {
    return {
      line: 1,
      message: "Expected certificates in PEM, each from -----BEGIN CERTIFICATE-----.",
    };
  }
  const bad = blocks.find(([pem, kind]) => kind !== "CERTIFICATE" || !isCertificate(pem));
  if (bad === undefined) return undefined;
  const line = text.slice(0, bad.index).split("\n").length;
  const message =
    bad[1] === "CERTIFICATE"
      ? "This certificate cannot be read; copy it again."
      : "Expected only certificates here; keep keys in another file.";
  return { line, message };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

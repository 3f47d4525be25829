import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { TlsConfig } from "../config/listener.ts";
import type { ServerTls } from "../edge/listen-on.ts";
import { within } from "./open-durable-stores.ts";
import { readCertificates } from "./open-egress.ts";

export interface TlsDeps extends Pick<Runtime, "clock"> {
  /** Base of relative paths. */
  readonly folder: string;
  /** The key of the configuration that has the files. Default: `server.tls`. */
  readonly key?: string;
}

/** What TLS listens with, and what its certificates say. */
export interface JudgedTls {
  readonly tls: ServerTls;
  readonly endsAt: number;
  /** The names of this server and the authorities of its clients. Equal in a mere renewal. */
  readonly identity: string;
}

const dayMs = 86_400_000;

/**
 * Reads the files of TLS whole and judges them: a certificate that is valid now, with its own
 * private key. OpenSSL would accept some mistakes and fail at the first client.
 */
export async function readTls(config: TlsConfig, deps: TlsDeps): Promise<JudgedTls> {
  const { certFile, keyFile, clientCaFile, minVersion } = config;
  const { key: at = "server.tls" } = deps;
  const cert = await readCertificates(certFile, deps.folder, `${at}.cert_file`);
  const { pem, key } = await readKey(keyFile, deps.folder, `${at}.key_file`);
  const leaf = new X509Certificate(cert);
  const problem = problemOf(leaf, key, { now: deps.clock.now(), at });
  if (problem !== undefined) throw invalid(certFile, `${at}.cert_file`, problem);
  const clients = await readClients(clientCaFile, deps.folder, at);
  const tls = { cert, key: pem, minVersion, ...clients };
  refuseUnusable(tls, certFile, at);
  const authorities = [...(clients?.ca ?? "").matchAll(certificates)].map(digestOf).toSorted();
  const identity = JSON.stringify([leaf.subject, leaf.subjectAltName, authorities]);
  return { tls, endsAt: leaf.validToDate.getTime(), identity };
}

async function readClients(file: string | undefined, folder: string, at: string) {
  if (file === undefined) return undefined;
  const ca = await readCertificates(file, folder, `${at}.client_ca_file`);
  return { ca, requestCert: true, rejectUnauthorized: true } as const;
}

const certificates = /-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g;

function digestOf([pem]: RegExpExecArray): string {
  return new X509Certificate(pem).fingerprint256;
}

/** Refuses what OpenSSL does not take, such as a short key. */
function refuseUnusable(tls: ServerTls, certFile: string, at: string): void {
  try {
    createSecureContext(tls);
  } catch (error) {
    const because = error instanceof Error && "reason" in error ? ` (${String(error.reason)})` : "";
    throw invalid(certFile, `${at}.cert_file`, `TLS does not accept it${because}.`);
  }
}

/** Returns in how many whole days a certificate ends, if an operator should know. */
export function endsInDays(endsAt: number, now: number): number | undefined {
  const days = Math.floor((endsAt - now) / dayMs);
  return days < 14 ? days : undefined;
}

interface Judging {
  readonly now: number;
  /** The key of the configuration that has the files. */
  readonly at: string;
}

function problemOf(
  leaf: X509Certificate,
  key: KeyObject,
  { now, at }: Judging,
): string | undefined {
  const [from, until] = [leaf.validFromDate, leaf.validToDate];
  if (now > until.getTime()) return `It ended on ${until.toISOString()}; renew it.`;
  if (now < from.getTime()) {
    return `It begins on ${from.toISOString()}; check the clock of this machine.`;
  }
  if (leaf.checkPrivateKey(key)) return undefined;
  return `Its first certificate does not belong to ${at}.key_file; put the server's own first.`;
}

/** Reads a private key. `name` is its key of the configuration, for messages. */
export async function readKey(
  file: string,
  folder: string,
  name: string,
): Promise<{ readonly pem: string; readonly key: KeyObject }> {
  const path = within(folder, file);
  try {
    const { mode } = await stat(path);
    // A group is fine: orchestrators mount secrets for the group of the process.
    if ((mode & 0o007) !== 0) {
      throw invalid(file, name, "Every user of this machine can read it; set its mode to 0600.");
    }
    const pem = await readFile(path, "utf8");
    return { pem, key: parseKey(pem, file, name) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const because = isMissing ? "missing" : "failed";
    throw new Refusal("file-unreadable", { file, because }, { cause: error });
  }
}

function parseKey(pem: string, file: string, name: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // The cause could quote the key.
    throw invalid(
      file,
      name,
      "Expected a private key in PEM without a passphrase, from -----BEGIN PRIVATE KEY-----.",
    );
  }
}

function invalid(file: string, key: string, problem: string): Refusal {
  return new Refusal("config-invalid", { file, problems: [`${file}:1:1 ${key}: ${problem}`] });
}

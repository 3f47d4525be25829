import { isIP } from "node:net";
import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { duration } from "./duration.ts";
import { choice, fullText, keysAndValues, listenHost, listOf, port } from "./pieces.ts";

// The listener of the section `server`: TLS, probes, proxies, and how it stops.

const tls = z.strictObject(
  {
    cert_file: fullText,
    key_file: fullText,
    client_ca_file: z.exactOptional(fullText),
    min_version: choice(["TLSv1.2", "TLSv1.3"]).default("TLSv1.2"),
  },
  keysAndValues,
);

const probes = z.strictObject({ host: listenHost, port: port.default(7421) }, keysAndValues);

const networkError = expected("a network such as 10.0.0.0/8, or an address such as 10.0.0.1/32");
/** A network in the file. One of all addresses would name every client. */
const network = z.string({ error: networkError }).refine(isNetwork, { error: networkError });

function isNetwork(text: string): boolean {
  const [, address = "", prefix = ""] = /^([\da-f.:]+)\/([1-9]\d{0,2})$/i.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(prefix) <= (family === 4 ? 32 : 128);
}

const proxies = z.strictObject(
  {
    from: listOf(network, "networks").min(1, { error: expected("at least one network") }),
    sends: choice(["proxy_protocol", "forwarded", "x_forwarded"]),
  },
  keysAndValues,
);

const drain = z.strictObject(
  { delay: z.exactOptional(duration), timeout: duration.prefault("PT4S") },
  keysAndValues,
);

/** Keys of the listener, beside those of `server` itself. */
export const listenerKeys = {
  tls: z.exactOptional(tls),
  probes: z.exactOptional(probes),
  proxies: z.exactOptional(proxies),
  drain: drain.prefault({}),
};

/** Files of the certificate and its key, as written. */
export interface TlsConfig {
  readonly certFile: string;
  readonly keyFile: string;
  /** Authority of clients: each must show a certificate of it. Default: none is asked for. */
  readonly clientCaFile?: string | undefined;
  readonly minVersion: "TLSv1.2" | "TLSv1.3";
}

/** The proxies whose word about a client counts, and how they give it. */
export type ProxiesConfig = Readonly<z.output<typeof proxies>>;

export interface DrainConfig {
  /** How long requests are still answered after the stop signal. */
  readonly delayMs: number;
  /** Grace period of running calls after that. */
  readonly timeoutMs: number;
}

/** Where and how the gateway listens. */
export interface ListenConfig {
  readonly host: string;
  readonly port: number;
  /** Default: plain HTTP. */
  readonly tls?: TlsConfig | undefined;
  /** Default: probes are answered at the port of callers only. */
  readonly probes?: { readonly host: string; readonly port: number } | undefined;
  /** Default: none, and what proxies say is ignored. */
  readonly proxies?: ProxiesConfig | undefined;
  readonly drain: DrainConfig;
}

interface ListenerFile {
  readonly host: string;
  readonly port: number;
  readonly tls?: z.output<typeof tls>;
  readonly probes?: z.output<typeof probes>;
  readonly proxies?: ProxiesConfig;
  readonly drain: z.output<typeof drain>;
}

export function toListen({ tls: files, drain: stop, ...place }: ListenerFile): ListenConfig {
  const { host, port: number, probes: page, proxies: named } = place;
  return {
    host,
    port: number,
    drain: { delayMs: stop.delay ?? 0, timeoutMs: stop.timeout },
    probes: page,
    proxies: named,
    tls: files && {
      certFile: files.cert_file,
      keyFile: files.key_file,
      clientCaFile: files.client_ca_file,
      minVersion: files.min_version,
    },
  };
}

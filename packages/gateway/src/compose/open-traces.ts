import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { type Lookup, systemLookup } from "../boundary/egress/address.ts";
import type { Endpoint } from "../boundary/egress/egress-rules.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { type ReadUrl, readUrl } from "../boundary/egress/read-url.ts";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import type { ServerConfig } from "../config/offering.ts";
import type { OtlpConfig } from "../config/telemetry.ts";
import type { Logger } from "../telemetry/events.ts";
import type { Metrics } from "../telemetry/metrics/metrics.ts";
import type { ServerAddress } from "../telemetry/tracing/open-tracing.ts";
import type { Tracing } from "../telemetry/tracing/tracing.ts";

export interface TracesDeps extends Pick<Runtime, "clock" | "random" | "randomBytes" | "newId"> {
  readonly log: Logger["log"];
  readonly servers: readonly ServerConfig[];
  /** Counts the fate of spans. Default: not counted. */
  readonly countSpans?: Metrics["spansEnded"] | undefined;
  /** Default: the system resolver. */
  readonly lookup?: Lookup;
  /** CA certificates to trust in addition to the default ones. Default: none. */
  readonly ca?: string | undefined;
}

/** Records requests and sends them to the configured receiver. */
export function openTraces(
  otlp: OtlpConfig,
  flags: "ignore" | "follow",
  deps: TracesDeps,
): Promise<Tracing & AsyncDisposable> {
  return openAll(async (stack) => {
    // Loaded lazily: a gateway without tracing does not need it.
    const { openTracing } = await import("../telemetry/tracing/open-tracing.ts");
    const { serviceName, sampleRatio: sample } = otlp;
    const { random, countSpans: count } = deps;
    const send = createSend(otlp, stack, deps);
    const whereIs = createWhereIs(deps.servers);
    const tracing = stack.use(
      openTracing({ serviceName, sample, flags, send, random, whereIs, count }),
    );
    return { served: tracing.served, sent: tracing.sent };
  });
}

/** Short, because traces must not delay the shutdown. */
const deadlineMs = 5_000;
const options = {
  gateway: { kind: "none" },
  redirects: "refused",
  retry: { attempts: 3, maxWaitMs: 2_000, budget: { retries: 10, perMs: 60_000 } },
  limits: {
    maxPayloadBytes: 16 * 1024 * 1024,
    maxResponseBytes: 64 * 1024,
    deadlineMs,
    connections: 2,
  },
} as const;

function createSend(
  { url, headers }: OtlpConfig,
  stack: AsyncDisposableStack,
  { clock, random, randomBytes, newId, log, lookup = systemLookup, ca }: TracesDeps,
): (body: Uint8Array) => Promise<void> {
  const reading = readUrl(url.href);
  const hosts = reading.kind === "unreadable" ? [] : [{ ...endpointOf(reading), ...rule }];
  const egress = stack.use(
    openEgress({ ...options, policy: { hosts }, ca }, { clock, random, lookup }),
  );
  const hold = createHoldSecret(randomBytes(32));
  const held = Object.entries(headers).map(([name, text]) => [name, hold(text)] as const);
  const credential = { headers: Object.fromEntries(held), origins: [url.origin] };
  const { host } = url;
  let isLost = false;
  const reported = (lost: boolean): void => {
    if (lost !== isLost) log(lost ? "traces.export-failed" : "traces.export-recovered", { host });
    isLost = lost;
  };

  return async (body) => {
    try {
      await egress.request({
        method: "POST",
        url: url.href,
        headers: { "content-type": "application/json" },
        credential,
        body,
        // Safe to retry: a span that arrives twice is the same span.
        idempotency: { header: "idempotency-key", key: newId() },
      });
      reported(false);
    } catch (error) {
      reported(true);
      throw error;
    }
  };
}

const rule = { methods: ["POST"], addresses: "any" } as const;

function endpointOf({ scheme, host, port }: ReadUrl): Endpoint {
  return { scheme, host, port };
}

function createWhereIs(servers: readonly ServerConfig[]): (server: string) => ServerAddress {
  const places = new Map(servers.map(({ name, transport }) => [name, placeOf(transport)]));
  return (server) => places.get(server) ?? {};
}

function placeOf(transport: ServerConfig["transport"]): ServerAddress {
  if (transport.kind === "stdio") return { transport: "pipe" };
  const url = transport.kind === "http_tools" ? transport.base : transport.url;
  if (url === undefined) return { transport: "tcp" };
  const { hostname, port, protocol } = url;
  const defaultPort = protocol === "https:" ? 443 : 80;
  return { transport: "tcp", address: hostname, port: port === "" ? defaultPort : Number(port) };
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { listenMetrics, type MetricsAddress } from "../edge/listen-metrics.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import type { Family } from "../telemetry/metrics/metrics.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { createProcessFamilies } from "./process-families.ts";
import { type GatewayState, stateFamilies } from "./state-families.ts";

/** Reads all metrics of a gateway, as they are now. */
export type ReadFamilies = () => Promise<readonly Family[]>;

interface FamiliesDeps extends Pick<GatewayState, "clock" | "certificateEndsAt"> {
  readonly processes: number;
}

/** Returns undefined if metrics are not configured. */
export function familiesOf(
  { gateway, watch, redaction, authority }: ConfiguredGateway,
  { clock, processes, certificateEndsAt }: FamiliesDeps,
): ReadFamilies | undefined {
  const { metrics } = watch;
  if (metrics === undefined) return undefined;
  // Read at each scrape: a reload replaces the parts of the gateway.
  const stateNow = () => ({
    clock,
    certificateEndsAt,
    ...gateway,
    current: gateway.registry.current,
    redactions: redaction.totals,
    ...(gateway.review && { approvals: gateway.review.approvals }),
    ...(authority && {
      storeUnits: authority.storeUnits,
      pushed: authority.pushed,
      noticeCounts: authority.noticeCounts,
      auditLoad: authority.auditLoad,
      lostQuarantined: authority.quarantine.lost,
    }),
  });
  const ofProcess = createProcessFamilies(clock, processes);
  return async () => [...metrics.families(), ...(await stateFamilies(stateNow())), ...ofProcess()];
}

/** Serves metrics for scraping. */
export async function openMetricsPage(
  place: MetricsAddress,
  read: ReadFamilies,
  write: LogWriter,
): Promise<AsyncDisposable> {
  // Loaded lazily: a gateway without metrics does not need the renderer.
  const { renderBetweenCalls, formatFor } = await import("../telemetry/metrics/render.ts");
  const scrape = async (accept: string | undefined) => {
    const format = formatFor(accept);
    return { type: format.type, text: await renderBetweenCalls(await read(), format) };
  };
  const { log } = createLogger(write);
  const stalled = (bytes: number): void => log("client.stalled", { entrance: "metrics", bytes });
  const page = await listenMetrics(place, scrape, { stalled }).catch((error: unknown) => {
    const { port } = place;
    throw new Refusal("listen-failed", { port, key: "telemetry.metrics.port" }, { cause: error });
  });
  log("metrics.listening", { url: page.url.href });
  return page;
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { listenMetrics, type MetricsAddress } from "../edge/listen-metrics.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import type { Family } from "../telemetry/metrics/metrics.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { stateFamilies } from "./state-families.ts";

/** Reads all metrics of a gateway, as they are now. */
export type ReadFamilies = () => Promise<readonly Family[]>;

/** Returns undefined if metrics are not configured. */
export function familiesOf(
  { gateway, watch, redaction, authority }: ConfiguredGateway,
  { clock }: Pick<Runtime, "clock">,
): ReadFamilies | undefined {
  const { metrics } = watch;
  if (metrics === undefined) return undefined;
  const { registry, review } = gateway;
  const state = {
    clock,
    ...gateway,
    current: registry.current,
    redactions: redaction.totals,
    ...(review && { approvals: review.approvals }),
    ...(authority && { storeUnits: authority.storeUnits }),
  };
  return async () => [...metrics.families(), ...(await stateFamilies(state))];
}

/** Serves metrics for scraping. */
export async function openMetricsPage(
  place: MetricsAddress,
  read: ReadFamilies,
  write: LogWriter,
): Promise<AsyncDisposable> {
  // Loaded lazily: a gateway without metrics does not need the renderer.
  const { renderBetweenCalls, metricsType } = await import("../telemetry/metrics/render.ts");
  const scrape = async () => ({ type: metricsType, text: await renderBetweenCalls(await read()) });
  const { log } = createLogger(write);
  const stalled = (bytes: number): void => log("client.stalled", { entrance: "metrics", bytes });
  const page = await listenMetrics(place, scrape, { stalled }).catch((error: unknown) => {
    const { port } = place;
    throw new Refusal("listen-failed", { port, key: "telemetry.metrics.port" }, { cause: error });
  });
  log("metrics.listening", { url: page.url.href });
  return page;
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { listenMetrics } from "../edge/listen-metrics.ts";
import { createLogger } from "../telemetry/logger.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { stateFamilies } from "./state-families.ts";

/** Serves metrics for scraping, if configured. */
export async function openMetrics(
  { config, gateway, watch, redaction }: ConfiguredGateway,
  { clock }: ProcessRuntime,
): Promise<AsyncDisposable> {
  const place = config.telemetry.metrics;
  const { metrics, write } = watch;
  if (place === undefined || metrics === undefined) return nothing;
  // Loaded lazily: a gateway without metrics does not need the renderer.
  const { renderBetweenCalls, metricsType } = await import("../telemetry/metrics/render.ts");
  const { registry, review } = gateway;
  const state = {
    clock,
    ...gateway,
    current: registry.current,
    redactions: redaction.totals,
    ...(review && { approvals: review.approvals }),
  };
  const page = await listenMetrics(place, {
    type: metricsType,
    read: async () => renderBetweenCalls([...metrics.families(), ...(await stateFamilies(state))]),
  }).catch((error: unknown) => {
    const { port } = place;
    throw new Refusal("listen-failed", { port, key: "telemetry.metrics.port" }, { cause: error });
  });
  createLogger(write).log("metrics.shown", { url: page.url.href });
  return page;
}

const nothing: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined };

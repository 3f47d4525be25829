import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { listenProbes, type ProbedGateway } from "../edge/listen-probes.ts";
import { createLogger } from "../telemetry/logger.ts";
import type { ConfiguredGateway } from "./open-configured.ts";

const nothing: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined };

/** Answers probes on a port of their own, if the configuration names one. */
export async function openProbes(
  { config, watch }: Pick<ConfiguredGateway, "config" | "watch">,
  probed: ProbedGateway,
): Promise<AsyncDisposable> {
  const { probes } = config.listen;
  if (probes === undefined) return nothing;
  const page = await listenProbes(probes, probed).catch((error: unknown) => {
    const details = { port: probes.port, key: "server.probes.port" };
    throw new Refusal("listen-failed", details, { cause: error });
  });
  createLogger(watch.write).log("probes.listening", { url: page.url.href });
  return page;
}

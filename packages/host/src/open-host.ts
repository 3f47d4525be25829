import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { openConfigured } from "@toolcourt/gateway/internal/compose/open-configured";
import {
  type ProgramOptions,
  programRuntime,
} from "@toolcourt/gateway/internal/compose/program-runtime";
import type { Host } from "./answering/create-host.ts";
import { askExtension } from "./compose/ask-tool.ts";
import { loadIndexTools } from "./compose/load-index-tools.ts";
import { type HostOverrides, loadHost, openHostOver } from "./compose/open-host.ts";

export type { ProgramOptions } from "@toolcourt/gateway/internal/compose/program-runtime";
export type { HostOverrides } from "./compose/open-host.ts";

/**
 * Opens the gateway of a configuration, with a host in front. The caller must close it.
 *
 * @example
 * ```ts
 * await using host = await openHost({ folder: ".", environment: process.env });
 * const answer = await host.ask("Greet Ada.", {
 *   principal: { id: "local", permissions: "all", kind: "local" },
 *   agent: { name: "my-program", version: "1.0.0" },
 *   signal: AbortSignal.timeout(60_000),
 * });
 * ```
 */
export function openHost(
  options: ProgramOptions,
  overrides: HostOverrides = {},
): Promise<Host & AsyncDisposable> {
  const runtime = programRuntime(options);
  const { config } = options;
  const flags = {
    config,
    frozen: false,
    minLevel: "warning",
    host: askExtension,
    indexTools: loadIndexTools,
  } as const;
  return openAll(async (stack) => {
    await loadHost();
    const configured = stack.use(await openConfigured(flags, runtime));
    const { ask, stream } = stack.use(await openHostOver(configured, runtime, overrides));
    return { ask, stream };
  });
}

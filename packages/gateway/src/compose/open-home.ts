import { resolve } from "node:path";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Config } from "../config/config.ts";
import { effectiveSettings } from "../config/effective.ts";
import { KeyBook } from "../governance/identity/static-keys.ts";
import { createLogger } from "../telemetry/logger.ts";
import type { FoundConfig } from "./find-config.ts";
import { maxCallMs } from "./max-call-ms.ts";
import { folderOf } from "./named-files.ts";
import { certificatesIn, noteLife, originsOf } from "./note-life.ts";
import { type AuthorityDeps, type OpenAuthority, openAuthority } from "./open-authority.ts";
import type { ConfiguredGateway, GatewayFlags } from "./open-configured.ts";
import { certificatesOf } from "./open-egress.ts";
import type { Asked, WantedGateway } from "./open-generation.ts";
import type { LiveCalls } from "./open-live-calls.ts";
import { openRedaction } from "./open-redaction.ts";
import { type OpenWatch, openWatch, type WatchDeps } from "./open-watch.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { profilesOfSet } from "./set-drafts.ts";

/** What stays open while reloads replace the gateway: logs, stores, audit log, policy, keys. */
export interface GatewayHome
  extends Pick<ConfiguredGateway, "authority" | "watch" | "keys" | "ca" | "redaction" | "inForce"> {
  /** The folder of the configuration, from the working folder. */
  readonly beside: string;
  /** The same folder as an absolute path. */
  readonly folder: string;
}

/** Opens what outlives every reload. */
export async function openHome(
  wanted: WantedGateway,
  { flags, runtime, stack }: Asked & { readonly stack: AsyncDisposableStack },
): Promise<GatewayHome> {
  const { found, config } = wanted;
  const beside = folderOf(flags);
  const place = { folder: resolve(runtime.folder, beside) };
  const redaction = openRedaction(config);
  const { ca } = await certificatesOf(config.egress, place);
  const here = { ...runtime, redaction, ...place, stack, ca };
  const live = await liveOf(config, flags, here);
  const watch = { ...warned(config, await watchOver(config, flags, here)), live };
  const keys = keysIn(config, runtime);
  const inForce = { ...wanted };
  const { stores, shared, keySource } = flags;
  const canLetIn = (): boolean => {
    const { auth } = inForce.config;
    return auth === undefined || auth.trusted.length > 0 || keys.isUsable();
  };
  const { holderOf } = keys;
  const accepted = { acceptedPolicy: flags.accepted?.policy };
  const parts = { holderOf, canLetIn, stores, shared, keySource, ...accepted };
  const home = { ...here, write: watch.write, ...parts };
  const authority = flags.onlyLooks
    ? undefined
    : stack.use(await authorityOver(found, inForce, home));
  return { authority, watch, keys, ca, redaction, beside, inForce, ...place };
}

function keysIn({ auth }: Config, { clock }: ProcessRuntime): KeyBook {
  return new KeyBook(auth?.keys ?? [], clock, auth?.keysFile === undefined ? "none" : "to-come");
}

/** Read-only commands make no calls, so telemetry is off. */
function watchOver(
  config: Config,
  { onlyLooks, minLevel, showsOutcomes }: GatewayFlags,
  here: Omit<WatchDeps, "print" | "minLevel"> & Pick<ProcessRuntime, "terminal">,
): Promise<OpenWatch> {
  const { err: print, errAll: printAll, isWatched, suggest } = here.terminal;
  if (onlyLooks !== true) {
    const lines = { print, printAll, isWatched, suggest, minLevel, showsOutcomes };
    return openWatch(config, { ...here, ...lines });
  }
  const { metrics: _metrics, otlp: _otlp, ...rest } = config.telemetry;
  const telemetry = { ...rest, stackTraces: "none" } as const;
  return openWatch({ ...config, telemetry }, { ...here, print: () => undefined, minLevel });
}

/** Watches calls for the console, if it is on. */
async function liveOf(
  { console: page }: Config,
  { onlyLooks }: GatewayFlags,
  here: Pick<ProcessRuntime, "clock" | "randomBytes"> & Pick<GatewayHome, "redaction">,
): Promise<LiveCalls | undefined> {
  if (!page.enabled || onlyLooks === true) return undefined;
  const { openLiveCalls } = await import("./open-live-calls.ts");
  return openLiveCalls(here);
}

/** Logs what the configuration should say differently. */
function warned({ warnings = [] }: Config, watch: OpenWatch): OpenWatch {
  const { log } = createLogger(watch.write);
  for (const text of warnings) log("config.warned", { text: () => text });
  return watch;
}

/** Opens the authority over calls, and audits the configuration that it was opened with. */
function authorityOver(
  { text, source }: FoundConfig,
  inForce: GatewayHome["inForce"],
  deps: Omit<AuthorityDeps, "addressOf" | "maxCallMs">,
): Promise<OpenAuthority & AsyncDisposable> {
  const { authority: settings, toolbox, egress } = inForce.config;
  const { newId } = deps;
  return openAll(async (stack) => {
    const addressOf = createAddressOf(inForce);
    const profilesOf = (set: string) => profilesOfSet(inForce.config, set);
    const known = { addressOf, maxCallMs: maxCallMs(toolbox), profilesOf };
    const authority = stack.use(await openAuthority(settings, { ...deps, ...known }));
    const life = {
      settings: effectiveSettings(text, source),
      servers: toolbox.servers,
      certificates: certificatesIn(egress, source),
      newId,
    };
    stack.defer(noteLife(authority.notes, life));
    return { ...authority };
  });
}

/** Returns the origin of each server of the configuration in force. */
function createAddressOf(inForce: GatewayHome["inForce"]): NonNullable<AuthorityDeps["addressOf"]> {
  let of: Config | undefined;
  let origins: ReadonlyMap<string, string> = new Map();
  return (server) => {
    if (of !== inForce.config) origins = originsOf(inForce.config.toolbox.servers);
    of = inForce.config;
    return origins.get(server);
  };
}

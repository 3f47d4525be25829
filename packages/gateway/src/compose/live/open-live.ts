import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { maxCallMs } from "../max-call-ms.ts";
import { type ConfiguredGateway, type GatewayFlags, readWanted } from "../open-configured.ts";
import { openOver } from "../open-generation.ts";
import { type GatewayHome, openHome } from "../open-home.ts";
import type { ProcessRuntime } from "../process-runtime.ts";
import { LiveGateway } from "./live-gateway.ts";
import { type ReloadedFile, Reloader } from "./reloader.ts";

/** A gateway that serves until it is stopped, and reads its files again when told to. */
export interface ServedGateway extends ConfiguredGateway, Pick<GatewayHome, "folder"> {
  readonly live: LiveGateway;
  readonly reloader: Reloader;
}

export interface LiveFlags extends GatewayFlags {
  /** Called with the digest of a configuration that was applied by itself. Default: not reported. */
  readonly onNarrowed?: ((digest: string) => void) | undefined;
}

/** Opens the configured gateway so that it can be replaced while it serves. */
export function openLive(flags: LiveFlags, runtime: ProcessRuntime): Promise<ServedGateway> {
  return openAll(async (stack) => {
    const wanted = await readWanted(flags, runtime);
    const home = await openHome(wanted, { flags, runtime, stack });
    const first = await openOver(home, wanted, { flags, runtime });
    const { clock, newId } = runtime;
    const longest = maxCallMs(wanted.config.toolbox);
    const live = stack.use(new LiveGateway(first, { clock, newId, maxCallMs: longest }));
    const files = new Set<ReloadedFile>([async () => home.authority?.policy.prepare()]);
    const { onNarrowed = () => undefined } = flags;
    const reloader = new Reloader({ live, home, flags, runtime, files, onNarrowed });
    stack.use(await reloader.watch());
    const { lock, egress } = first;
    const parts = { ...home, ...wanted, lock, egress, gateway: live.api };
    const { isWaiting } = reloader;
    return { ...parts, live, reloader, isWaiting, onReload: (file) => void files.add(file) };
  });
}

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

/** Opens the configured gateway so that it can be replaced while it serves. */
export function openLive(flags: GatewayFlags, runtime: ProcessRuntime): Promise<ServedGateway> {
  return openAll(async (stack) => {
    const wanted = await readWanted(flags, runtime);
    const home = await openHome(wanted, { flags, runtime, stack });
    const first = await openOver(home, wanted, { flags, runtime });
    const { clock, newId } = runtime;
    const longest = maxCallMs(wanted.config.toolbox);
    const live = stack.use(new LiveGateway(first, { clock, newId, maxCallMs: longest }));
    const { accepted, onAccepted = () => undefined } = flags;
    const files = new Set(watchedPolicy(home, { stack, onAccepted }));
    const reloader = new Reloader({ live, home, flags, runtime, files, onAccepted });
    stack.use(await reloader.watch());
    const { lock, egress } = first;
    const parts = { ...home, ...wanted, lock, egress, gateway: live.api };
    const { pendingFiles } = reloader;
    const onReload = (file: ReloadedFile): void => void files.add(file);
    return { ...parts, live, reloader, pendingFiles, onReload, accepted, onAccepted };
  });
}

interface Watching extends Pick<Required<GatewayFlags>, "onAccepted"> {
  readonly stack: AsyncDisposableStack;
}

/** Empty for a policy that is in no file. */
function watchedPolicy(
  { authority }: Pick<GatewayHome, "authority">,
  { stack, onAccepted = () => undefined }: Watching,
): readonly ReloadedFile[] {
  if (authority?.policy.isFile !== true) return [];
  const { prepare, isWaiting, state, accepted, subscribe } = authority.policy;
  stack.defer(subscribe(onAccepted));
  const stateNow: ReloadedFile["state"] = () => {
    if (isWaiting()) return "waiting";
    return state().kind === "unusable" ? "unusable" : "in-force";
  };
  return [{ file: "policy", prepare, state: stateNow, accepted: () => ({ policy: accepted() }) }];
}

import { randomUUID } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { openBoxedTools } from "@toolcourt/gateway/internal/http-tools/boxed/open-boxed-tools";
import type { JsonObject, Tool } from "@toolcourt/sdk";
import { openFolder } from "../folder.ts";

/** The discovery tools of the tests, in a box. */
export interface BoxedDiscovery extends AsyncDisposable {
  readonly tools: readonly Tool[];
  /** The keys of a configuration that lists them. */
  readonly toolbox: JsonObject;
}

const module = new URL("discovery-tools.ts", import.meta.url);

/** Loads the tools in a box, as a gateway with an empty folder for its configuration would. */
export function openDiscoveryTools(): Promise<BoxedDiscovery> {
  return openAll(async (stack) => {
    const { path: configured } = stack.use(await openFolder());
    const base = { clock: systemClock, newId: randomUUID, stack };
    const deps = { ...base, configured, files: async () => [] };
    const tools = await openBoxedTools(module.pathname, "discovery-tools.ts", deps);
    const listed = tools.map(({ name }) => ({ name }));
    return { tools, toolbox: { profile: ["core", "cloud-discovery"], tools: listed } };
  });
}

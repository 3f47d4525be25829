import type { Line } from "@toolcourt/gateway/internal/edge/entrance";
import { noRelays } from "./no-relays.ts";

/** Creates a pipeline with stubs for everything the test does not specify. */
export function fakeLine(said: Pick<Line, "listed" | "callTool"> & Partial<Line>): Line {
  return { relays: noRelays, subscribe: () => () => undefined, isReady: () => true, ...said };
}

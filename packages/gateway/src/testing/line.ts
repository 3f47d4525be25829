import type { Line } from "../edge/line.ts";
import { noRelays } from "./no-relays.ts";

/** A line of which a test says only what it is about. */
export function fakeLine(said: Pick<Line, "listed" | "callTool"> & Partial<Line>): Line {
  return { relays: noRelays, subscribe: () => () => undefined, isReady: () => true, ...said };
}

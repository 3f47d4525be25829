import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import type { UpstreamProcess } from "./upstream-process.ts";

/** Kills, stops, slows and garbles a server in turn, with rests between. */
export async function disturb(server: UpstreamProcess): Promise<void> {
  const deeds: readonly (readonly [begin: () => unknown, end: () => unknown])[] = [
    [server.kill, server.revive],
    [() => server.signal("SIGSTOP"), () => server.signal("SIGCONT")],
    [() => server.be("slow"), () => server.be("well")],
    [() => server.be("garbling"), () => server.be("well")],
  ];
  for (const [begin, end] of deeds) {
    await begin();
    await systemClock.sleep(2_000);
    await end();
    await systemClock.sleep(1_000);
  }
}

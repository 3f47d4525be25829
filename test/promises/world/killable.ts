import { readFileSync } from "node:fs";
import { kill } from "node:process";
import { systemClock } from "../../../packages/gateway/src/foundation/kernel/clock.ts";
import { type GatewayProcess, type Starting, startGateway } from "../gateway-process.ts";

/** A gateway that will not end in good order. */
export interface Killable extends GatewayProcess {
  /** From the start of the process until it said that it is ready. */
  readonly readyAfterMs: number;
  /** How much of that it spent waiting for a processor that others had: no fault of its own. */
  readonly waitedMs: number;
  /** With SIGKILL, at once. `gone` says when the system is through with it. */
  readonly kill: () => void;
}

/** Starts a gateway and waits until it takes calls. */
export async function startKillable(starting: Starting): Promise<Killable> {
  const began = systemClock.monotonic();
  const gateway = await startGateway(starting);
  let isGone = false;
  void gateway.gone.then(() => (isGone = true));
  const ready = new URL("/readyz", gateway.url);
  while (!(await fetch(ready)).ok) await systemClock.sleep(10);
  const readyAfterMs = systemClock.monotonic() - began;
  // The number of one that is gone may soon be that of somebody else.
  const end = (): void => void (isGone || kill(gateway.pid, "SIGKILL"));
  return { ...gateway, readyAfterMs, waitedMs: waitedFor(gateway.pid), kill: end };
}

/** As the scheduler counts it (proc_pid_schedstat: time run, time waited, in nanoseconds). */
function waitedFor(pid: number): number {
  try {
    const [, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ").map(Number);
    return waited / 1_000_000;
  } catch {
    return 0;
  }
}

import { readFileSync } from "node:fs";
import { kill } from "node:process";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import { type GatewayProcess, type Starting, startGateway } from "../gateway-process.ts";

/** A gateway that can be killed without a clean shutdown. */
export interface Killable extends GatewayProcess {
  /** Time from process start until it reported ready. */
  readonly readyAfterMs: number;
  /** Part of that time spent waiting for a busy CPU, which is not its fault. */
  readonly waitedMs: number;
  /** Sends SIGKILL at once. `gone` resolves when the process has ended. */
  readonly kill: () => void;
}

/** Starts a gateway and waits until it accepts calls. */
export async function startKillable(starting: Starting): Promise<Killable> {
  const began = systemClock.monotonic();
  const gateway = await startGateway(starting);
  let isGone = false;
  void gateway.gone.then(() => (isGone = true));
  const ready = new URL("/readyz", gateway.url);
  while (!(await fetch(ready)).ok) await systemClock.sleep(10);
  const readyAfterMs = systemClock.monotonic() - began;
  // The pid of an ended process may soon be reused.
  const end = (): void => void (isGone || kill(gateway.pid, "SIGKILL"));
  return { ...gateway, readyAfterMs, waitedMs: waitedFor(gateway.pid), kill: end };
}

/** Reads the scheduler's count (proc_pid_schedstat: time run, time waited, in nanoseconds). */
function waitedFor(pid: number): number {
  try {
    const [, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ").map(Number);
    return waited / 1_000_000;
  } catch {
    return 0;
  }
}

import { listenControl } from "../../edge/control-socket.ts";
import { createLogger, type LogWriter } from "../../telemetry/logger.ts";
import type { ProcessRuntime } from "../process-runtime.ts";
import { answerControl, type Reloads } from "./answer-control.ts";
import type { LinkToConsole } from "./console-link.ts";

const nothing: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined };

export interface ReloadsDeps extends Pick<ProcessRuntime, "operator"> {
  /** Takes over SIGHUP. Default: there are no signals. */
  readonly onHangup?: ((listener: () => void) => void) | undefined;
  /** The number of this process. Default: unknown, so there is no socket. */
  readonly pid?: number | undefined;
  /** The folder of the configuration. */
  readonly home: string;
  readonly write: LogWriter;
  /** Makes links to the console. Default: it is off. */
  readonly link?: LinkToConsole | undefined;
}

/** Reloads on SIGHUP and for the commands of the operator, until it is disposed of. */
export async function openReloads(
  reloads: Reloads,
  { onHangup, pid, operator, home, write, link }: ReloadsDeps,
): Promise<AsyncDisposable> {
  onHangup?.(() => {
    // The log says why a reload was refused.
    void reloads.reload({ cause: "signal" }).catch(() => undefined);
  });
  if (pid === undefined) return nothing;
  const { log } = createLogger(write);
  return listenControl(home, { pid, answer: answerControl(reloads, operator, link) }).catch(() => {
    log("control.unavailable", {});
    return nothing;
  });
}

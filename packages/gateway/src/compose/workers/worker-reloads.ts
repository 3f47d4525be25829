import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Reloader, ReloadOrder } from "../live/reloader.ts";
import type { WorkerApi, WorkerReload } from "./protocol.ts";

type Decision = "apply" | "discard";

/** A primary process that has died, or waits for a worker that has, decides no more. */
const decisionMs = 120_000;

/** The reloads of one worker. The primary process decides when all of them are ready. */
export class WorkerReloads implements Pick<WorkerApi, "prepareReload" | "endReload"> {
  readonly #clock: Clock;
  #reload: Reloader["reloadTogether"] | undefined;
  #decide: (decision: Decision) => void = () => undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Receives how to reload this worker. Until then it starts, and reads the files anyway. */
  readonly take = (reload: Reloader["reloadTogether"]): void => {
    this.#reload = reload;
  };

  readonly prepareReload = (order: ReloadOrder): Promise<WorkerReload> => {
    const reload = this.#reload;
    if (reload === undefined) return Promise.resolve(notServing);
    return new Promise((answer) => {
      const decided = Promise.withResolvers<Decision>();
      this.#decide = decided.resolve;
      this.#ended = reload(order, (ready) => {
        answer({ kind: "ready", ...ready });
        return this.#orExpired(decided.promise);
      }).catch((error: unknown) => answer(refusedBy(error)));
    });
  };

  readonly endReload = async (decision: Decision): Promise<void> => {
    this.#decide(decision);
    await this.#ended;
  };

  async #orExpired(decided: Promise<Decision>): Promise<Decision> {
    const limit = { clock: this.#clock, ms: decisionMs };
    return withTimeout(limit, () => decided).catch(() => "discard");
  }
}

const notServing: Extract<WorkerReload, { readonly kind: "refused" }> = {
  kind: "refused",
  code: "gateway-failed",
  message: "A worker is starting; reload again in a moment.",
  next: "toolcourt reload",
};

function refusedBy(error: unknown): WorkerReload {
  if (!isRefusal(error)) return { ...notServing, message: "A worker failed because of a bug." };
  const { code, message, next } = error;
  return { kind: "refused", code, message, next };
}

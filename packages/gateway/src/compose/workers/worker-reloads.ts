import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Reloader, ReloadOrder } from "../live/reloader.ts";
import type { WorkerApi, WorkerReload } from "./protocol.ts";
import type { RefusedReload } from "./workers-refused.ts";

type Decision = "apply" | "discard";

/** A primary process that has died, or waits for a worker that has, decides no more. */
const decisionMs = 120_000;

/** The reloads of one worker. The primary process decides when all of them are ready. */
export class WorkerReloads implements Pick<WorkerApi, "prepareReload" | "endReload"> {
  readonly #clock: Clock;
  #reload: Reloader["reloadTogether"] | undefined;
  #decide: (decision: Decision) => void = () => undefined;
  /** Resolves to why nothing was applied. Undefined if it was. */
  #ended: Promise<RefusedReload | undefined> = Promise.resolve(expired);

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
      }).then(
        (done) => (done === "apply" ? undefined : expired),
        (error: unknown) => {
          const refused = refusedBy(error);
          answer(refused);
          return refused;
        },
      );
    });
  };

  readonly endReload = async (decision: Decision): Promise<RefusedReload | undefined> => {
    this.#decide(decision);
    const refused = await this.#ended;
    return decision === "apply" ? refused : undefined;
  };

  async #orExpired(decided: Promise<Decision>): Promise<Decision> {
    const limit = { clock: this.#clock, ms: decisionMs };
    return withTimeout(limit, () => decided).catch(() => "discard");
  }
}

const notServing: RefusedReload = {
  kind: "refused",
  code: "gateway-failed",
  message: "A worker is starting; reload again in a moment.",
  next: "toolcourt reload",
};

const expired: RefusedReload = {
  ...notServing,
  message: "A worker waited too long for the others; reload again.",
};

function refusedBy(error: unknown): RefusedReload {
  if (!isRefusal(error)) return { ...notServing, message: "A worker failed because of a bug." };
  const { code, message, next } = error;
  return { kind: "refused", code, message, next };
}

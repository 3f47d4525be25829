import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import { type CircuitState, Circuits, closedCircuits } from "./circuits.ts";
import type { SharedCircuits } from "./shared-circuits.ts";

export interface ServerCircuitsDeps extends Pick<Runtime, "clock"> {
  /** Consecutive failures that open a circuit. Default: 5. */
  readonly failures?: number;
  /** Default: 10 seconds. */
  readonly openForMs?: number;
  /** Tells and hears which servers cannot be reached. Default: this process learns it alone. */
  readonly sharedCircuits?: Pick<SharedCircuits, "opened" | "whenOpened"> | undefined;
  /** Shows servers that cannot be reached. Default: off. */
  readonly metrics?: Pick<Metrics, "circuitTurned"> | undefined;
}

/** The circuits of each server. Those of our own tools stay closed. */
export class ServerCircuits {
  readonly #deps: ServerCircuitsDeps;
  readonly #servers = new Map<string, Circuits>();

  constructor(deps: ServerCircuitsDeps) {
    this.#deps = deps;
    // A server without calls here has no circuits, and its first calls find out by themselves.
    deps.sharedCircuits?.whenOpened((server) => this.#servers.get(server)?.suspect());
  }

  of({ home }: RegisteredTool): Pick<Circuits, "admit" | "answered" | "failed" | "tried"> {
    if (home.kind === "local") return closedCircuits;
    return this.#servers.get(home.server) ?? this.#add(home.server);
  }

  /** Returns how many tools each server has that are paused for one caller. */
  paused(): ReadonlyMap<string, number> {
    return new Map([...this.#servers].map(([name, circuits]) => [name, circuits.paused()]));
  }

  /** Returns whether calls of a server's tools are sent now. */
  stateOf(server: string): CircuitState {
    return this.#servers.get(server)?.state() ?? { isOpen: false, pausedTools: 0 };
  }

  #add(server: string): Circuits {
    const { clock, failures = 5, openForMs = 10_000, metrics, sharedCircuits } = this.#deps;
    const turned = (isOpen: boolean): void => {
      metrics?.circuitTurned(server, isOpen);
      if (isOpen) sharedCircuits?.opened(server);
    };
    const circuits = new Circuits({ clock, failures, openForMs, turned });
    this.#servers.set(server, circuits);
    return circuits;
  }
}

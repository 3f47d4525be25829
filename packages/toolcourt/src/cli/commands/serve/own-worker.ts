import type { AcceptedFiles } from "@toolcourt/gateway/internal/compose/live/accepted-files";
import type { LinkToConsole } from "@toolcourt/gateway/internal/compose/live/console-link";
import type { Reloader } from "@toolcourt/gateway/internal/compose/live/reloader";
import type { GatewayFlags } from "@toolcourt/gateway/internal/compose/open-configured";
import type { EntranceRuntime } from "@toolcourt/gateway/internal/compose/open-entrance-deps";
import type { OwnWorker } from "@toolcourt/gateway/internal/compose/workers/protocol";
import type { EntranceDeps } from "@toolcourt/gateway/internal/edge/mcp-server";
import type { Siblings } from "@toolcourt/gateway/internal/edge/siblings";
import type { CommandContext, Terminal } from "../../command.ts";
import { aborted } from "./aborted.ts";

/** How a worker differs from a process that serves alone. */
export interface WorkerMember {
  readonly terminal: Terminal;
  readonly flags: Pick<GatewayFlags, "shared" | "configDigest" | "accepted" | "onAccepted">;
  /** Tells the primary process what this worker enforces. */
  readonly takeAccepted: (read: () => AcceptedFiles) => void;
  /** Reloads when the primary process says so. */
  readonly takeReloads: (reload: Reloader["reloadTogether"]) => void;
  /** Makes links to the console when the primary process asks for one. */
  readonly takeLinks: (link: LinkToConsole) => void;
  readonly siblings: Siblings;
  readonly means: Pick<EntranceRuntime, "handOnMetrics" | "askReload">;
  readonly entranceOf: (deps: EntranceDeps) => EntranceDeps;
  /** Reports that this worker serves. */
  readonly serves: (url: URL) => Promise<void>;
}

/** Joins the workers that the primary process started. */
export async function joinWorkers(
  own: OwnWorker,
  { terminal, signal, clock }: CommandContext,
): Promise<WorkerMember> {
  const { Membership } = await import("@toolcourt/gateway/internal/compose/workers/own-worker");
  const member = new Membership(own, clock);
  // Loads what it will need while the first worker opens.
  await Promise.all([
    import("@toolcourt/gateway/internal/compose/open-configured"),
    import("@toolcourt/host/internal/compose/ask-tool"),
    import("@toolcourt/gateway/internal/edge/http"),
  ]);
  const accepted = (await Promise.race([member.turn(), aborted(signal)])) ?? undefined;
  signal.throwIfAborted();
  const { number, isRestart, isWatched, configDigest } = own.settings;
  const lines = new StartLines(terminal, number === 1 || isRestart);
  return {
    terminal: {
      ...terminal,
      isWatched,
      err: lines.err,
      errAll: (texts) => lines.err(texts.join("\n")),
    },
    flags: { shared: member.shared, configDigest, accepted, onAccepted: member.reportAccepted },
    takeAccepted: member.takeAccepted,
    takeReloads: member.takeReloads,
    takeLinks: member.takeLinks,
    siblings: member.siblings,
    means: { handOnMetrics: member.handOnMetrics, askReload: member.askReload },
    entranceOf: (deps) => {
      const whyNotReady: typeof deps.gateway.whyNotReady = () => [
        ...deps.gateway.whyNotReady(),
        ...member.whyNotReady(),
      ];
      return { ...deps, gateway: { ...deps.gateway, whyNotReady } };
    },
    serves: async (url) => {
      lines.pass();
      await member.serves(url);
    },
  };
}

/** The log of a worker. While it starts, its lines only repeat those of the first one. */
class StartLines {
  readonly #terminal: Terminal;
  #isPassing: boolean;

  constructor(terminal: Terminal, isPassing: boolean) {
    this.#terminal = terminal;
    this.#isPassing = isPassing;
  }

  readonly err = (text: string): void => {
    if (this.#isPassing) this.#terminal.err(text);
  };

  pass(): void {
    this.#isPassing = true;
  }
}

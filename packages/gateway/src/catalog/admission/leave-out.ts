import type { ErrorDetails } from "@toolcourt/contracts/internal/errors/catalog";
import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Logger } from "../../telemetry/events.ts";
import type { LogEntry, LogWriter } from "../../telemetry/logger.ts";
import { createLogger } from "../../telemetry/logger.ts";
import { type Arranged, type Arrangement, arrange } from "./arrange.ts";
import { type Candidate, ownerOf } from "./candidate.ts";
import type { PolicyOf } from "./owners.ts";

/** Why a server is left out, and what to type next. */
export interface LeftOutServer {
  readonly because: string;
  readonly next: string;
}

/**
 * Returns why a server is left out that broke a rule of the start. Throws any other error.
 */
export function leftOutBy(error: unknown): LeftOutServer {
  if (hasCode(error, "tool-collision")) return { because: error.message, next: error.next };
  if (!hasCode(error, "tool-unconfigured")) throw error;
  const { tool, more = [] } = error.details;
  const tools = [tool, ...more.map((each) => each.tool)].join(", ");
  return { because: `these tools are not configured: ${tools}`, next: error.next };
}

/**
 * Collects the servers that break a rule of the start. An optional one is left out, so that it
 * cannot prevent the start. A required one refuses it.
 */
export class LeftOut {
  /** Why each server is left out. */
  readonly servers = new Map<string, LeftOutServer>();
  readonly #refused: Refusal<"tool-unconfigured">[] = [];
  readonly #policyOf: PolicyOf;
  readonly #log: Logger["log"];

  constructor(policyOf: PolicyOf, log: Logger["log"]) {
    this.#policyOf = policyOf;
    this.#log = log;
  }

  /** Notes a server with unconfigured tools. Throws any other error. */
  note(server: string, error: unknown): void {
    if (!hasCode(error, "tool-unconfigured")) throw error;
    if (this.#isOptional(server)) this.#leave(server, leftOutBy(error));
    else this.#refused.push(error);
  }

  /**
   * Throws one refusal that names all unconfigured tools, the given local ones and those of
   * required servers.
   */
  refuse(local: readonly string[], configured: Configured): void {
    const ofServers = this.#refused.flatMap(({ details: { tool, server, more = [] } }) => [
      { tool, server },
      ...more,
    ]);
    const [first, ...others] = local;
    if (first !== undefined) {
      const more = [...others.map((tool) => ({ tool })), ...ofServers];
      const details = { tool: first, ...configured };
      throw new Refusal(
        "local-tool-unconfigured",
        more.length > 0 ? { ...details, more } : details,
      );
    }
    const [one, ...more] = ofServers;
    if (one === undefined) return;
    const details = { ...one, ...configured };
    throw new Refusal("tool-unconfigured", more.length > 0 ? { ...details, more } : details);
  }

  /** Arranges the candidates, without those of optional servers whose names collide. */
  arrange(candidates: readonly Candidate[], arrangement: Arrangement, write: LogWriter): Arranged {
    // Events of an arrangement that is thrown away are not logged.
    const events: LogEntry[] = [];
    const { log } = createLogger((entry) => void events.push(entry));
    const rest = candidates.filter((each) => !this.servers.has(ownerOf(each) ?? ""));
    try {
      const arranged = arrange(rest, { ...arrangement, log });
      for (const entry of events) write(entry);
      return arranged;
    } catch (error) {
      if (!hasCode(error, "tool-collision")) throw error;
      const { server, owner } = error.details;
      const both = owner.kind === "local" ? [server] : [server, owner.name];
      const optional = both.find((each) => this.#isOptional(each));
      if (optional === undefined) throw error;
      this.#leave(optional, leftOutBy(error));
      return this.arrange(rest, arrangement, write);
    }
  }

  #isOptional(server: string): boolean {
    return this.#policyOf(server)?.required === false;
  }

  #leave(server: string, why: LeftOutServer): void {
    this.servers.set(server, why);
    this.#log("server.left-out", { server, because: why.because });
  }
}

/** The configured names, for the text of a refusal. */
type Configured = Omit<ErrorDetails["local-tool-unconfigured"], "tool" | "more">;

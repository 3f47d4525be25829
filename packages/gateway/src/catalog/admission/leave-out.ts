import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Logger } from "../../telemetry/events.ts";
import type { LogEntry, LogWriter } from "../../telemetry/logger.ts";
import { createLogger } from "../../telemetry/logger.ts";
import { type Arranged, type Arrangement, arrange } from "./arrange.ts";
import { type Candidate, ownerOf } from "./candidate.ts";
import type { PolicyOf } from "./owners.ts";

/**
 * Collects the servers that break a rule of the start. An optional one is left out, so that it
 * cannot prevent the start. A required one refuses it.
 */
export class LeftOut {
  /** Why each server is left out. */
  readonly servers = new Map<string, string>();
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
    const { tool, more = [] } = error.details;
    const tools = [tool, ...more.map((each) => each.tool)].join(", ");
    if (this.#isOptional(server)) this.#leave(server, `these tools are not configured: ${tools}`);
    else this.#refused.push(error);
  }

  /** Throws one refusal that names the unconfigured tools of all required servers. */
  refuse(): void {
    const [first, ...others] = this.#refused.map(({ details }) => details);
    if (first === undefined) return;
    const more = [
      ...(first.more ?? []),
      ...others.flatMap(({ tool, server, more: rest = [] }) => [{ tool, server }, ...rest]),
    ];
    throw new Refusal("tool-unconfigured", more.length === 0 ? first : { ...first, more });
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
      this.#leave(optional, error.message);
      return this.arrange(rest, arrangement, write);
    }
  }

  #isOptional(server: string): boolean {
    return this.#policyOf(server)?.required === false;
  }

  #leave(server: string, because: string): void {
    this.servers.set(server, because);
    this.#log("server.left-out", { server, because });
  }
}

import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type Redaction, storedTextRules } from "../boundary/redaction/redaction.ts";
import { type CallEntry, isOfCall, type LogEntry, type LogWriter } from "../telemetry/logger.ts";

export interface LogLinesDeps {
  /** Prints one line without its line end. */
  readonly print: (line: string) => void;
  /** Prints several lines with one system call. Default: one by one. */
  readonly printAll?: ((lines: readonly string[]) => void) | undefined;
  readonly redaction: Redaction;
  readonly clock: Clock;
  /** Whether lines about calls have digests and shapes, which differ in every line. */
  readonly isDetailed: boolean;
}

const maxWaitMs = 100;
const maxWaiting = 256;
const maxRemembered = 1_000;

interface Waiting {
  readonly entry: CallEntry;
  /** When it happened. */
  readonly at: number;
}

/**
 * Redacts and prints log lines. Those about calls wait a moment for each other. Text made in a row
 * costs half as much as text made between calls, and every print is a system call. All other lines
 * are printed at once, after those that wait.
 */
export class LogLines implements Disposable {
  readonly #deps: LogLinesDeps;
  readonly #redact: (line: string) => string;
  /** The foreign texts of lines in which there was nothing to redact, and the secrets then. */
  readonly #clean = { "call.opened": new Map<string, number>(), "call.closed": new Map() };
  readonly #closed = new AbortController();
  /** The time of the entry that is being written. Default: now. */
  #at: number | undefined;
  #group: string[] = [];
  #waiting: Waiting[] = [];
  #isTimed = false;
  #write: LogWriter = () => undefined;

  constructor(deps: LogLinesDeps) {
    this.#deps = deps;
    const redact = deps.redaction.into("log", storedTextRules);
    this.#redact = (line) => redact(line).text;
  }

  /** Returns the time of an entry, for its line. */
  readonly now = (): number => this.#at ?? this.#deps.clock.now();

  readonly print = (line: string, entry: LogEntry): void => {
    if (isOfCall(entry)) this.#group.push(this.#redacted(line, entry));
    else this.#deps.print(this.#redact(line));
  };

  /** Wraps a writer that prints here. */
  around(write: LogWriter): LogWriter {
    this.#write = write;
    return (entry) => {
      if (isOfCall(entry)) {
        this.#wait({ entry, at: this.#deps.clock.now() });
        return;
      }
      this.#flush();
      write(entry);
    };
  }

  [Symbol.dispose](): void {
    this.#flush();
    this.#closed.abort();
  }

  /**
   * Searches a line only if its foreign texts or our secrets are new. What remains are ids, times
   * and codes, which hold no secret.
   */
  #redacted(line: string, entry: CallEntry): string {
    if (this.#deps.isDetailed) return this.#redact(line);
    const foreign = foreignIn(entry);
    const clean = this.#clean[entry.event];
    const { taken } = this.#deps.redaction.registry;
    if (clean.get(foreign) === taken) return line;
    const redacted = this.#redact(line);
    if (redacted !== line) return redacted;
    if (clean.size >= maxRemembered) clean.clear();
    clean.set(foreign, taken);
    return line;
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#waiting.length >= maxWaiting) this.#flush();
    else if (!this.#isTimed) void this.#flushLater();
  }

  async #flushLater(): Promise<void> {
    this.#isTimed = true;
    await this.#deps.clock.sleep(maxWaitMs, this.#closed.signal).catch(() => undefined);
    this.#isTimed = false;
    this.#flush();
  }

  #flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (const { entry, at } of waiting) {
      this.#at = at;
      this.#write(entry);
    }
    this.#at = undefined;
    const lines = this.#group;
    this.#group = [];
    const { print, printAll } = this.#deps;
    if (printAll === undefined) for (const line of lines) print(line);
    else if (lines.length > 0) printAll(lines);
  }
}

/** Returns all text of a line that is not ours. A tool has one server. */
function foreignIn({ fields }: CallEntry): string {
  const { tool_id, tool, session_id, connection_id, scope } = fields;
  const names = "parameters" in fields ? fields.parameters.join(" ") : "";
  const isPlain = session_id === null && connection_id === null && names === "" && !scope;
  // Most lines are like this, and their key costs nothing.
  if (isPlain && tool === tool_id) return tool;
  const levels = scope ? Object.values(scope).join(" ") : "";
  return `${tool_id} ${tool} ${session_id} ${connection_id} ${names} ${levels}`;
}

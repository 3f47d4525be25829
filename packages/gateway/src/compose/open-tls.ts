import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { TlsConfig } from "../config/listener.ts";
import type { ListenerTls, PreparedTls, ServerTls } from "../edge/listen-on.ts";
import type { Logger } from "../telemetry/events.ts";
import { endsInDays, type JudgedTls, readTls, type TlsDeps } from "./read-tls.ts";

export interface OpenTlsDeps extends TlsDeps {
  readonly log: Logger["log"];
}

/** TLS of the listener, kept in sync with its files. */
export interface OpenTls extends ListenerTls, AsyncDisposable {
  /** When the certificate in use ends. */
  readonly endsAt: () => number;
}

const everyMs = 1_000;

/** Reads the files of TLS, and applies a renewed certificate when they change. */
export async function openTls(config: TlsConfig, deps: OpenTlsDeps): Promise<OpenTls> {
  const files = new TlsFiles(config, deps, await readTls(config, deps));
  const { clock } = deps;
  const polling = await poll({ clock, everyMs, look: files.look });
  return {
    current: files.current,
    endsAt: files.endsAt,
    onReplaced: files.onReplaced,
    prepare: files.prepare,
    [Symbol.asyncDispose]: () => polling[Symbol.asyncDispose](),
  };
}

type Reading = { readonly judged: JudgedTls } | { readonly problem: string };

class TlsFiles {
  readonly #config: TlsConfig;
  readonly #deps: OpenTlsDeps;
  #inUse: JudgedTls;
  #replace: (tls: ServerTls) => void = () => undefined;
  /** What the last look found. */
  #seen: string;
  /** What was applied or reported last. */
  #settled: string;
  #days: number | undefined;

  constructor(config: TlsConfig, deps: OpenTlsDeps, judged: JudgedTls) {
    this.#config = config;
    this.#deps = deps;
    this.#inUse = judged;
    this.#seen = textOf({ judged });
    this.#settled = this.#seen;
  }

  readonly current = (): ServerTls => this.#inUse.tls;

  readonly endsAt = (): number => this.#inUse.endsAt;

  readonly onReplaced = (replace: (tls: ServerTls) => void): void => {
    this.#replace = replace;
  };

  readonly prepare = async (): Promise<PreparedTls> => {
    const judged = await readTls(this.#config, this.#deps);
    const isNew = textOf({ judged }) !== textOf({ judged: this.#inUse });
    return { name: this.#config.certFile, isNew, apply: () => this.#apply(judged) };
  };

  /**
   * Looks at the files. A change is judged when two looks find the same: certificate and key are
   * written one after the other.
   */
  readonly look = async (signal: AbortSignal): Promise<void> => {
    const { clock } = this.#deps;
    this.#warn();
    // A slow disk says nothing about the files.
    const timeout = { clock, ms: everyMs, signal };
    const reading = await withTimeout(timeout, () => this.#read()).catch(() => undefined);
    if (reading === undefined) return;
    const text = textOf(reading);
    const isSteady = text === this.#seen;
    this.#seen = text;
    if (!isSteady || text === this.#settled) return;
    this.#settled = text;
    this.#judge(reading);
  };

  async #read(): Promise<Reading> {
    try {
      return { judged: await readTls(this.#config, this.#deps) };
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.message };
      throw error;
    }
  }

  #judge(reading: Reading): void {
    const { log } = this.#deps;
    if ("problem" in reading) log("certificate.unusable", reading);
    else if (reading.judged.identity === this.#inUse.identity) this.#apply(reading.judged);
    // Other names or other clients are a decision of an operator, not of a program that can write.
    else log("certificate.waiting", { file: this.#config.certFile });
  }

  #apply(judged: JudgedTls): void {
    const isSame = textOf({ judged }) === textOf({ judged: this.#inUse });
    this.#settled = textOf({ judged });
    if (isSame) return;
    this.#inUse = judged;
    this.#replace(judged.tls);
    const until = new Date(judged.endsAt).toISOString();
    this.#deps.log("certificate.replaced", { file: this.#config.certFile, until });
  }

  /** Warns once for each of the last days. */
  #warn(): void {
    const days = endsInDays(this.#inUse.endsAt, this.#deps.clock.now());
    if (days === this.#days) return;
    this.#days = days;
    if (days === undefined) return;
    this.#deps.log("certificate.ending", { file: this.#config.certFile, days });
  }
}

function textOf(reading: Reading): string {
  if ("problem" in reading) return reading.problem;
  const { cert, key, ca = "" } = reading.judged.tls;
  return JSON.stringify([cert, key, ca]);
}

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { kill } from "node:process";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Sandbox } from "../transport.ts";
import type { OverLimit } from "../upstream.ts";
import type { Child } from "./child.ts";
import type { ControlGroup } from "./control-group.ts";

type Limits = Pick<Sandbox, "maxMemory" | "maxProcesses">;

const lookMs = 100;
/** A sandbox that cannot be watched this often in a row is ended: its limits would not hold. */
const maxBlindLooks = 10;
/** Its own `/proc` comes late on a busy machine. */
const maxLooksForProc = 200;

export interface LimitWatch {
  /** Returns why the sandbox was ended. Undefined if it was not. */
  readonly overLimit: () => OverLimit | undefined;
}

interface Watched {
  readonly limits: Limits;
  /** Default: the kernel does not bound the sandbox, and the watch alone does. */
  readonly group: ControlGroup | undefined;
  readonly clock: Clock;
}

/**
 * Watches the processes of a sandbox, and ends all of them when they exceed a limit. The end of the
 * first process of a PID namespace is the end of all, so that none can escape by starting others.
 */
export function watchLimits(child: Child, watched: Watched): LimitWatch {
  const ended = new AbortController();
  const watch = new Watch(watched, ended.signal);
  void child.exited.then(() => {
    // The kernel may have ended it between two looks.
    watch.over ??= watched.group?.excess();
    ended.abort();
    return watched.group?.remove(watched.clock);
  });
  void watch.run(child);
  return { overLimit: () => watch.over };
}

class Watch {
  readonly #limits: Limits;
  readonly #group: ControlGroup | undefined;
  readonly #clock: Clock;
  readonly #ended: AbortSignal;
  #isBuilt = false;
  #blindLooks = 0;
  over: OverLimit | undefined;

  constructor({ limits, group, clock }: Watched, ended: AbortSignal) {
    this.#limits = limits;
    this.#group = group;
    this.#clock = clock;
    this.#ended = ended;
  }

  /** Looks until the sandbox ends, by itself or because it exceeded a limit. */
  async run(child: Child): Promise<void> {
    const first = await child.inside;
    while (!this.#ended.aborted) {
      this.over = first === undefined ? "unwatched" : (this.#group?.excess() ?? this.#look(first));
      if (this.over !== undefined) {
        if (first !== undefined) endAll(first);
        await child[Symbol.asyncDispose]();
        return;
      }
      await this.#clock.sleep(lookMs, this.#ended).catch(() => undefined);
    }
  }

  #look(first: number): OverLimit | undefined {
    this.#isBuilt ||= hasOwnProc(first);
    const found = this.#isBuilt ? look(first, this.#limits) : "blind";
    if (found !== "blind") {
      this.#blindLooks = 0;
      return found;
    }
    this.#blindLooks += 1;
    const max = this.#isBuilt ? maxBlindLooks : maxLooksForProc;
    return this.#blindLooks > max ? "unwatched" : undefined;
  }
}

/** Until the sandbox is built, its first process sees the `/proc` of the machine. */
function hasOwnProc(first: number): boolean {
  try {
    const own = readlinkSync(`/proc/${first}/ns/pid`);
    return readlinkSync(`/proc/${first}/root/proc/1/ns/pid`) === own;
  } catch {
    return false;
  }
}

/** The processes that a sandbox sees are exactly its own. */
function look(first: number, { maxMemory, maxProcesses }: Limits): OverLimit | "blind" | undefined {
  const folder = `/proc/${first}/root/proc`;
  const numbers = numbersIn(folder);
  if (numbers === undefined) return "blind";
  if (numbers.length > maxProcesses) return "processes";
  const used = numbers.map((number) => useOf(`${folder}/${number}/status`));
  if (sum(used, "threads") > maxProcesses) return "processes";
  return sum(used, "bytes") > maxMemory ? "memory" : undefined;
}

/** Lists the processes, but for the first one, which is ours. */
function numbersIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name) && name !== "1");
  } catch {
    return undefined;
  }
}

interface Use {
  readonly threads: number;
  /** Memory that only the end of the process gives back. Shared program files do not count. */
  readonly bytes: number;
}

function useOf(file: string): Use {
  try {
    const text = readFileSync(file, "latin1");
    const kilobytes = amountIn(text, "RssAnon") + amountIn(text, "RssShmem");
    const swapped = amountIn(text, "VmSwap");
    return { threads: amountIn(text, "Threads"), bytes: (kilobytes + swapped) * 1024 };
  } catch {
    // It ended since it was listed.
    return { threads: 0, bytes: 0 };
  }
}

function amountIn(status: string, name: string): number {
  const at = status.indexOf(`\n${name}:`);
  return at === -1 ? 0 : Number.parseInt(status.slice(at + name.length + 2), 10);
}

function sum(used: readonly Use[], of: keyof Use): number {
  return used.reduce((total, each) => total + each[of], 0);
}

function endAll(first: number): void {
  try {
    kill(first, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

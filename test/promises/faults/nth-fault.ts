import { contradictions } from "./contradictions.ts";
import type { StraceProgram } from "./find-strace.ts";
import { type Record, recordIn, recordInLines } from "./record.ts";
import type { FaultRig } from "./rig.ts";
import { doRound, type Ready, type Round, recovered } from "./round.ts";
import { limitFiles, suffer } from "./system-faults.ts";

/** A system call to fail at its first use, its second, and so on until none fails. */
export interface Target {
  readonly name: string;
  readonly paths: readonly string[];
  readonly call: string;
  readonly error: string;
  /** An earlier fault that makes the system call happen at all. Default: none. */
  readonly first?: string;
  /** The load during the fault. Default: all. */
  readonly meanwhile?: "all" | "memory";
}

/** The system calls to try: every `stride`-th, from `start` on. */
export interface Steps {
  readonly start: number;
  readonly stride: number;
}

export interface Tally {
  faults: number;
  rounds: number;
  readonly wrong: string[];
  /** Answers to callers, counted by code. */
  readonly answers: Map<string, number>;
}

export interface Loop {
  readonly rig: FaultRig;
  readonly strace: StraceProgram;
  readonly tally: Tally;
  /** Whether every call must also be recorded in a copy outside the store. */
  readonly hasCopy: boolean;
  ready: Ready;
}

/** Returns the first approval, with which the rounds begin. */
export async function firstReady(rig: FaultRig): Promise<Ready> {
  return recovered(rig, -1);
}

/** Makes the n-th system call fail, for increasing n until a round meets no fault. */
export async function everyNth(loop: Loop, target: Target, steps: Steps): Promise<void> {
  const { rig, strace } = loop;
  const { paths, call, error, first, meanwhile = "all" } = target;
  for (let n = steps.start; ; n += steps.stride) {
    const inject = [...(first === undefined ? [] : [first]), `${call}:error=${error}:when=${n}`];
    const fault = await suffer(strace, rig.gateway.pid, { paths, inject });
    const round = await doRound(rig, loop.ready, meanwhile);
    const struck = await fault.end();
    const names = call.split(",");
    const hits = struck.filter((name) => names.includes(name)).length;
    await settle(loop, round, `${target.name} ${error} ${n}`);
    if (hits === 0) return;
    loop.tally.faults += hits;
  }
}

/** Causes short writes: limits the file size to a point inside the next write. */
export async function shortWrites(
  loop: Loop,
  limits: readonly number[],
  meanwhile: "all" | "memory",
): Promise<void> {
  const { pid } = loop.rig.gateway;
  for (const limit of limits) {
    await limitFiles(pid, limit);
    const round = await doRound(loop.rig, loop.ready, meanwhile);
    await limitFiles(pid, "unlimited");
    await settle(loop, round, `no file longer than ${limit}`);
    loop.tally.faults += 1;
  }
}

async function settle(loop: Loop, round: Round, what: string): Promise<void> {
  const { rig, tally, hasCopy } = loop;
  loop.ready = await recovered(rig, loop.ready.number, round);
  const records: Record[] = [recordIn(rig.files.store)];
  if (hasCopy) records.push(recordInLines(rig.files.copy));
  const wrong = await contradictions(rig, round, records);
  tally.wrong.push(...wrong.map((each) => `${what}: ${each}`));
  tally.rounds += 1;
  for (const { outcome } of round.said) {
    const answers = outcome.refused ?? "answered";
    tally.answers.set(answers, (tally.answers.get(answers) ?? 0) + 1);
  }
}

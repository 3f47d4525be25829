import { statSync } from "node:fs";
import { findStrace, whyNoStrace } from "./faults/find-strace.ts";
import {
  everyNth,
  firstReady,
  type Loop,
  shortWrites,
  type Tally,
  type Target,
} from "./faults/nth-fault.ts";
import { type FaultRig, openFaultRig } from "./faults/rig.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";

export const promise = definePromise({
  id: "P1",
  text: "Whichever operation of the disk fails, nothing happens unrecorded, nothing is acknowledged that is not kept, no approval runs twice, and the gateway goes on by itself.",
  proofs: [
    {
      title: "every n-th system call on the memory and the store fails once",
      missing: whyNoStrace,
      prove: ofTheStore,
    },
    {
      title: "every n-th system call on a copy of the log fails once, where both are required",
      missing: whyNoStrace,
      prove: ofACopy,
    },
  ],
});

async function ofTheStore(context: ProofContext): Promise<readonly Figure[]> {
  await using rig = await openFaultRig();
  const loop = await begin(rig, false);
  // The write-ahead log still grows, so its end is where the next frame goes.
  const end = statSync(rig.files.wal).size;
  const cuts = context.short ? [25] : [1, 24, 25, 2_000, 24 + 4_095];
  await shortWrites(
    loop,
    cuts.map((bytes) => end + bytes),
    "all",
  );
  const memory = statSync(rig.files.memory).size;
  const torn = (context.short ? [5] : [1, 5, 16]).map(
    (bytes, index) => memory + bytes + index * 20,
  );
  await shortWrites(loop, torn, "memory");
  await every(loop, memoryTargets(rig), context);
  await every(loop, storeTargets(rig), context);
  const lost = (await rig.isMemoryIntact()) ? [] : ["the memory is not what it was"];
  return figuresOf({ ...loop.tally, wrong: [...loop.tally.wrong, ...lost] }, context);
}

async function ofACopy(context: ProofContext): Promise<readonly Figure[]> {
  await using rig = await openFaultRig({ mirror_file: "copy.jsonl", must_reach: "all" });
  const loop = await begin(rig, true);
  await every(loop, copyTargets(rig), context);
  return figuresOf(loop.tally, context);
}

async function begin(rig: FaultRig, hasCopy: boolean): Promise<Loop> {
  const tally: Tally = { faults: 0, rounds: 0, wrong: [], answers: new Map() };
  const strace = await findStrace();
  return { rig, strace, tally, hasCopy, ready: await firstReady(rig) };
}

/** A target, with the stride of its system calls in a short run. Default: not in short runs. */
type Planned = Target & { readonly inShort?: number };

async function every(
  loop: Loop,
  targets: readonly Planned[],
  { short, seed, signal, note }: ProofContext,
): Promise<void> {
  for (const { inShort, ...target } of targets) {
    if (short && inShort === undefined) continue;
    signal.throwIfAborted();
    const began = loop.tally.faults;
    // Short runs with other seeds try other system calls.
    const stride = short ? (inShort ?? 1) : 1;
    await everyNth(loop, target, { start: 1 + (seed % stride), stride });
    if (!short) note(`${target.name}, ${target.error}: ${loop.tally.faults - began} faults`);
  }
}

const errors = ["EIO", "ENOSPC", "EINTR"] as const;

/** Returns the target with every error. Short runs include only errors with a stride. */
function withErrors(
  target: Omit<Target, "error">,
  inShort: Partial<Record<(typeof errors)[number], number>> = {},
): readonly Planned[] {
  return errors.map((error) => {
    const stride = inShort[error];
    return { ...target, error, ...(stride === undefined ? {} : { inShort: stride }) };
  });
}

function storeTargets({ files }: FaultRig): readonly Planned[] {
  const paths = [files.store, files.wal, `${files.store}-shm`];
  const first = "pwrite64:error=EIO:when=1";
  return [
    ...withErrors({ name: "store written", paths, call: "pwrite64,write" }, { EIO: 9, ENOSPC: 17 }),
    ...withErrors({ name: "store synced", paths, call: "fsync,fdatasync" }, { EIO: 3 }),
    ...withErrors({ name: "store cut", paths, call: "ftruncate", first }),
    ...withErrors({ name: "store opened", paths, call: "openat", first }, { EIO: 2 }),
  ];
}

function memoryTargets({ files }: FaultRig): readonly Planned[] {
  const paths = [files.memory, files.memoryFolder];
  const meanwhile = "memory";
  return [
    ...withErrors({ name: "memory opened", paths, call: "openat", meanwhile }),
    ...withErrors(
      { name: "memory written", paths, call: "write,pwrite64", meanwhile },
      { ENOSPC: 1 },
    ),
    ...withErrors({ name: "memory synced", paths, call: "fsync,fdatasync", meanwhile }, { EIO: 1 }),
  ];
}

function copyTargets({ files }: FaultRig): readonly Planned[] {
  const paths = [files.copy, `${files.copy}.lock`];
  return [
    ...withErrors({ name: "copy written", paths, call: "write,pwrite64" }, { EIO: 4 }),
    ...withErrors({ name: "copy synced", paths, call: "fsync,fdatasync" }, { ENOSPC: 3 }),
    ...withErrors({ name: "copy cut", paths, call: "ftruncate" }),
    ...withErrors({ name: "copy's lock opened", paths, call: "openat" }),
  ];
}

function figuresOf({ faults, rounds, wrong, answers }: Tally, context: ProofContext): Figure[] {
  for (const each of wrong.slice(0, 20)) context.note(each);
  const calls = [...answers].map(([code, times]) => `${times} ${code}`);
  context.note(`callers received: ${calls.join(", ")}`);
  const label = "contradictions between what was done, reported and recorded";
  return [
    { label: "faults that struck", value: faults, must: { atLeast: context.short ? 1 : 30 } },
    { label: "rounds", value: rounds },
    { label, value: wrong.length, must: { is: 0 } },
  ];
}

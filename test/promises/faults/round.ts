import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import type { Outcome } from "../../gate/outcome.ts";
import type { FaultRig } from "./rig.ts";

/** The actions during a fault, and their answers. */
export interface Round {
  readonly said: readonly Said[];
  /** The approval ready for use, and its call. */
  readonly approval: { readonly id: string; readonly city: string };
}

export interface Said {
  readonly tool: string;
  readonly given: JsonObject;
  readonly outcome: Outcome;
}

/** Reads, writes, remembers, uses an approval and requests the next one, in sequence. */
export async function doRound(
  rig: FaultRig,
  approval: Ready,
  what: "all" | "memory",
): Promise<Round> {
  const { number } = approval;
  const said: Said[] = [];
  const memory = ["write_memory_entry", memoryOf(number)] as const;
  const all = [
    ["get-forecast", { city: `read-${number}` }],
    ["send-note", { city: `write-${number}` }],
    memory,
    ["send-approved", approvedOf(number)],
    ["send-approved", approvedOf(number + 1)],
  ] as const;
  if (what === "memory")
    said.push({ tool: memory[0], given: memory[1], outcome: await patiently(rig, memory) });
  else {
    for (const [tool, given] of all) {
      said.push({ tool, given, outcome: await rig.call(tool, given) });
    }
  }
  return { said, approval: { id: approval.id, ...approvedOf(number) } };
}

/** Waits out the memory's rate limit. A round without an entry would meet no fault. */
async function patiently(
  rig: FaultRig,
  [tool, given]: readonly [string, JsonObject],
): Promise<Outcome> {
  for (;;) {
    const outcome = await rig.call(tool, given);
    if (outcome.refused !== "rate-limited") return outcome;
    await systemClock.sleep(1_000);
  }
}

/** A granted approval, not used yet. */
export interface Ready {
  readonly number: number;
  readonly id: string;
}

function memoryOf(number: number): { readonly entry: string; readonly file: string } {
  return { entry: `memory-${number}-end`, file: "best_practices.md" };
}

function approvedOf(number: number): { readonly city: string } {
  return { city: `approved-${number}` };
}

/**
 * Checks that everything works again by itself after the fault. Returns the approval for the next
 * round.
 */
export async function recovered(rig: FaultRig, number: number, round?: Round): Promise<Ready> {
  await untilAnswered(rig, { city: `again-${number}` });
  // Retries with an approval whose use is unknown to its caller.
  if (round?.said.at(-2)?.outcome.refused !== undefined) {
    const asked = await requestOf(rig, number);
    if (asked !== undefined) await rig.deny(asked);
  }
  const id = await requestOf(rig, number + 1);
  if (id === undefined) throw new Error("No approval can be asked for any more.");
  await rig.approve(id);
  return { number: number + 1, id };
}

/** Far more than needed, for a busy machine. */
const recoveryMs = 20_000;

async function untilAnswered(rig: FaultRig, given: JsonObject): Promise<void> {
  const until = systemClock.monotonic() + recoveryMs;
  while ((await rig.call("get-forecast", given)).refused !== undefined) {
    if (systemClock.monotonic() > until) throw new Error("The gateway did not recover.");
    await systemClock.sleep(20);
  }
}

/** Returns the approval request that a call waits for. Undefined if the call ran. */
async function requestOf(rig: FaultRig, number: number): Promise<string | undefined> {
  const { evidence } = await rig.call("send-approved", approvedOf(number));
  const id = evidence?.["id"];
  return typeof id === "string" ? id : undefined;
}

import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../../packages/gateway/src/foundation/kernel/clock.ts";
import type { Outcome } from "../../gate/outcome.ts";
import type { House } from "./house.ts";

/** What somebody did while something was wrong, and what they were told. */
export interface Round {
  readonly said: readonly Said[];
  /** The approval that was ready to be used, and what for. */
  readonly approval: { readonly id: string; readonly city: string };
}

export interface Said {
  readonly tool: string;
  readonly given: JsonObject;
  readonly outcome: Outcome;
}

/** Reads, writes, remembers, uses an approval and asks for the next, one after the other. */
export async function doRound(
  house: House,
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
    said.push({ tool: memory[0], given: memory[1], outcome: await patiently(house, memory) });
  else {
    for (const [tool, given] of all) {
      said.push({ tool, given, outcome: await house.call(tool, given) });
    }
  }
  return { said, approval: { id: approval.id, ...approvedOf(number) } };
}

/** The memory takes so many entries a minute. A round that brings none would meet no fault. */
async function patiently(
  house: House,
  [tool, given]: readonly [string, JsonObject],
): Promise<Outcome> {
  for (;;) {
    const outcome = await house.call(tool, given);
    if (outcome.refused !== "rate-limited") return outcome;
    await systemClock.sleep(1_000);
  }
}

/** An approval that was given and not used yet. */
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
 * Once nothing is wrong any more: everything has to work again, without anybody's help. Gives the approval for
 * the next round.
 */
export async function recovered(house: House, number: number, round?: Round): Promise<Ready> {
  await untilAnswered(house, { city: `again-${number}` });
  // A second try with a yes of which its caller cannot know whether it was used.
  if (round?.said.at(-2)?.outcome.refused !== undefined) {
    const asked = await requestOf(house, number);
    if (asked !== undefined) await house.deny(asked);
  }
  const id = await requestOf(house, number + 1);
  if (id === undefined) throw new Error("No approval can be asked for any more.");
  await house.approve(id);
  return { number: number + 1, id };
}

/** Far more than it takes, for a machine that is busy with other things. */
const recoveryMs = 20_000;

async function untilAnswered(house: House, given: JsonObject): Promise<void> {
  const until = systemClock.monotonic() + recoveryMs;
  while ((await house.call("get-forecast", given)).refused !== undefined) {
    if (systemClock.monotonic() > until) throw new Error("The gateway did not recover.");
    await systemClock.sleep(20);
  }
}

/** The request under which a call waits for a yes. Undefined where it ran. */
async function requestOf(house: House, number: number): Promise<string | undefined> {
  const { evidence } = await house.call("send-approved", approvedOf(number));
  const id = evidence?.["id"];
  return typeof id === "string" ? id : undefined;
}

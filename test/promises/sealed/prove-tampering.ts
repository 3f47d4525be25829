import { openServing } from "../../../packages/testing/src/serving.ts";
import type { Figure, ProofContext } from "../promise.ts";
import { askGateway } from "../world/ask-gateway.ts";
import { openSealedRig, originOf, type SealedRig, type Stored, toolOf } from "./rig.ts";
import { donors, remember, type Tampering, tamperingsTo } from "./tamperings.ts";
import { countStarts } from "./wrong-keys.ts";

const untouched: Stored = { name: "untouched" };

/** Tries every manipulation of a stopped gateway's store and key. */
export async function proveTampering({ note }: ProofContext): Promise<readonly Figure[]> {
  const victims = tamperingsTo("").flatMap((each) => each.victims);
  const all = [...victims, ...Object.values(donors), untouched];
  await using rig = await openSealedRig(all);
  const usable = all.filter((each) => !isClosed(each));

  const before = await callAll(rig, usable);
  const sentBefore = rig.own.seen.length;
  const keys = await countStarts(rig, note);
  tamperWith(rig, tamperingsTo(originOf(rig.other)));
  const after = await callAll(rig, [...victims, untouched]);

  const used = victims.filter(({ name }) => after.get(name) === "answered");
  for (const { name } of used) note(`the connection ${name} was used after it was changed`);
  const unclear = victims.filter(({ name }) => isUnclear(after.get(name)));
  for (const { name } of unclear) note(`the connection ${name} was refused by ${after.get(name)}`);
  return [
    { label: "connections", value: all.length, must: { atLeast: 20 } },
    {
      label: "that were used before anything was changed",
      value: answeredIn(before),
      must: { is: usable.length },
    },
    ...keys,
    { label: "connections that were changed in the store", value: victims.length },
    { label: "that were used then", value: used.length, must: { is: 0 } },
    { label: "that were refused with another reason", value: unclear.length, must: { is: 0 } },
    {
      label: "requests that came without the one that was left alone",
      value: rig.own.seen.length - sentBefore - 1 + rig.other.seen.length,
      must: { is: 0 },
    },
  ];
}

/**
 * Returns whether the caller may not use the connection: other owner or tenant, other destination,
 * or expired.
 */
function isClosed({ owner, tenant, isAstray, expiresAt }: Stored): boolean {
  return [owner, tenant, isAstray, expiresAt].some((reason) => reason !== undefined);
}

const clear: ReadonlySet<string> = new Set(["connection-unavailable", "connection-missing"]);

/** Returns whether a refusal is unclear. Answered calls are counted separately. */
function isUnclear(code = ""): boolean {
  return code !== "answered" && !clear.has(code);
}

/** Returns the answer code by connection. */
async function callAll(
  { folder }: SealedRig,
  stored: readonly Stored[],
): Promise<ReadonlyMap<string, string>> {
  await using serving = await openServing(folder.path);
  const codes = new Map<string, string>();
  for (const { name } of stored) {
    const { code } = await askGateway(serving.url, { tool: toolOf(name), arguments: {} });
    codes.set(name, code);
  }
  return codes;
}

function answeredIn(codes: ReadonlyMap<string, string>): number {
  return [...codes.values()].filter((code) => code === "answered").length;
}

function tamperWith({ openStore }: SealedRig, tamperings: readonly Tampering[]): void {
  using store = openStore();
  store.exec(remember);
  for (const { title, statements } of tamperings) {
    for (const statement of statements) {
      const { changes } = store.prepare(statement).run();
      if (changes !== 1) throw new Error(`Nothing was changed by: ${title}`);
    }
  }
}

import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import { readConnection } from "../../../packages/gateway/src/boundary/connections/settings.ts";
import { filesIn } from "../../canary/places.ts";
import { command } from "../command.ts";
import { startGateway } from "../gateway-process.ts";
import type { Figure, ProofContext } from "../promise.ts";
import { askGateway } from "../world/ask-gateway.ts";
import { firstTokenOf, openRoom, openSealedRig, type SealedRig, toolOf } from "./rig.ts";

const names = ["north", "east", "south", "west"] as const;
const callers = 16;
const pauseMs = 20;

/**
 * Rotates the key repeatedly under a gateway with constant calls. Pushes new tokens meanwhile,
 * because an opened token is not opened again.
 */
export async function proveRotation({ short, note }: ProofContext): Promise<readonly Figure[]> {
  const rotations = short ? 3 : 40;
  await using rig = await openSealedRig(names.map((name) => ({ name })));
  const codes = new Map<string, number>();
  const oldKeys = await rotateUnderCalls(rig, rotations, codes);
  for (const [code, count] of codes) if (code !== "answered") note(`${count} calls: ${code}`);
  const tokens = tokensAt(rig);
  return [
    { label: "rotations", value: rotations },
    { label: "calls meanwhile", value: sumOf(codes), must: { atLeast: 2 * callers } },
    {
      label: "that failed",
      value: sumOf(codes) - (codes.get("answered") ?? 0),
      must: { is: 0 },
    },
    { label: "tokens that were opened", value: tokens.size, must: { atLeast: 2 * names.length } },
    { label: "that were another connection's", value: foreignIn(tokens), must: { is: 0 } },
    { label: "data keys under a retired key", value: oldWrappings(rig), must: { is: 0 } },
    { label: "retired keys on disk", value: found(oldKeys, rig), must: { is: 0 } },
    { label: "answered with the new key alone", value: await again(rig), must: { is: 4 } },
  ];
}

/** Rotates keys while calls run. Returns the retired keys. */
async function rotateUnderCalls(
  rig: SealedRig,
  rotations: number,
  codes: Map<string, number>,
): Promise<readonly string[]> {
  await using gateway = await startGateway({ folder: rig.folder.path });
  const work = new AbortController();
  const calling = { url: gateway.url, codes, signal: work.signal };
  const working = Promise.all([
    ...Array.from({ length: callers }, (_, caller) => callOn(calling, caller)),
    pushOn(rig, work.signal),
  ]);
  const oldKeys: string[] = [];
  try {
    for (let rotation = 0; rotation < rotations; rotation += 1) {
      oldKeys.push(await keyOf(rig));
      await command(rig.folder.path, "connections", "rotate-key");
    }
  } finally {
    work.abort();
    await working;
  }
  return oldKeys;
}

interface Calling {
  readonly url: URL;
  /** Number of answers by code. */
  readonly codes: Map<string, number>;
  readonly signal: AbortSignal;
}

async function callOn({ url, codes, signal }: Calling, caller: number): Promise<void> {
  for (let call = caller; !signal.aborted; call += 1) {
    const tool = toolOf(names[call % names.length] ?? "");
    const { code } = await askGateway(url, { tool, arguments: {} });
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
}

/** Pushes new tokens. Opens the store once and holds no lock, like a gateway that renews tokens. */
async function pushOn({ folder }: SealedRig, signal: AbortSignal): Promise<void> {
  await using room = await openRoom(folder);
  for (let pushed = 0; !signal.aborted; pushed += 1) {
    const name = names[pushed % names.length] ?? "";
    const [stored] = await room.admin.list({ name });
    const connection = stored && readConnection(stored);
    if (connection === undefined) throw new Error(`There is no connection ${name}.`);
    const token = room.holdSecret(`${firstTokenOf(name)}-${pushed}`);
    const next = await room.admin.push(connection, { token }, room.operator);
    if (next === undefined) throw new Error(`No token was stored for ${name}.`);
    // Other processes write to the same file, and a call that cannot be recorded in time is
    // refused.
    await systemClock.sleep(pauseMs);
  }
}

async function keyOf({ folder }: SealedRig): Promise<string> {
  const lines = await folder.read(".toolcourt/vault.key");
  return lines.trim().split(":").at(-1) ?? "";
}

/** Returns the received tokens, each with the path that names its intended connection. */
function tokensAt({ own }: SealedRig): ReadonlySet<string> {
  return new Set(own.seen.map(({ url, headers }) => `${url} ${headers.authorization}`));
}

function foreignIn(tokens: ReadonlySet<string>): number {
  return [...tokens].filter((seen) => {
    const [path = "", , token = ""] = seen.split(" ");
    return !token.startsWith(firstTokenOf(path.slice(1)));
  }).length;
}

function oldWrappings({ openStore }: SealedRig): number {
  using store = openStore();
  const newest = "(SELECT max(key_version) FROM key_checks)";
  const row = store.prepare(`SELECT count(*) AS n FROM keys WHERE wrapped_by <> ${newest}`).get();
  return Number(row?.["n"]);
}

function found(oldKeys: readonly string[], { folder }: SealedRig): number {
  const files = filesIn(folder.path, () => false);
  return oldKeys.filter((key) => files.some(({ bytes }) => bytes.includes(key))).length;
}

async function again({ folder }: SealedRig): Promise<number> {
  await using gateway = await startGateway({ folder: folder.path });
  const codes = new Map<string, number>();
  for (const name of names) {
    const { code } = await askGateway(gateway.url, { tool: toolOf(name), arguments: {} });
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return codes.get("answered") ?? 0;
}

function sumOf(codes: ReadonlyMap<string, number>): number {
  return [...codes.values()].reduce((sum, count) => sum + count, 0);
}

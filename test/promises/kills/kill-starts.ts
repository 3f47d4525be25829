import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import { startGateway } from "../gateway-process.ts";
import type { Figure, ProofContext } from "../promise.ts";
import { createRandom } from "../random.ts";
import { askGateway } from "../world/ask-gateway.ts";
import { readAudit } from "../world/read-audit.ts";
import { openRig, tools } from "../world/rig.ts";

/**
 * Kills gateways that start in a new folder, while they create the store, its tables and the keys.
 */
export async function killStarts(
  folders: number,
  { seed, signal, note }: ProofContext,
): Promise<readonly Figure[]> {
  const random = createRandom(seed);
  const wholeMs = await timeToStart();
  const failures: string[] = [];
  for (let number = 1; number <= folders; number += 1) {
    signal.throwIfAborted();
    const failure = await killAndStart(wholeMs * (0.3 + random.next()));
    if (failure !== undefined) failures.push(failure);
  }
  for (const failure of failures) note(failure);
  return [
    { label: "new folders, each with a start that was killed", value: folders },
    { label: "of them unusable afterwards", value: failures.length, must: { is: 0 } },
  ];
}

async function timeToStart(): Promise<number> {
  await using rig = await openRig();
  const began = systemClock.monotonic();
  const gateway = await startGateway({ folder: rig.folder.path });
  const ms = systemClock.monotonic() - began;
  await gateway[Symbol.asyncDispose]();
  return ms;
}

/** Returns why the folder is unusable after a killed start. Undefined if it works. */
async function killAndStart(afterMs: number): Promise<string | undefined> {
  await using rig = await openRig();
  const { path: folder } = rig.folder;
  const under = ["timeout", "-s", "KILL", String(afterMs / 1_000)];
  // The kill hits before it listens, or some time after.
  await startGateway({ folder, under }).then(
    ({ gone }) => gone,
    () => undefined,
  );
  try {
    const gateway = await startGateway({ folder });
    const call = { tool: tools.write, arguments: { city: "Geneva" } };
    const { code } = await askGateway(gateway.url, call);
    await gateway[Symbol.asyncDispose]();
    const { objections } = await readAudit(folder);
    if (code === "answered" && objections === 0) return undefined;
    return `The call is ${code}, ${objections} verifiers object.`;
  } catch (error) {
    return error instanceof Error ? error.message : "It failed.";
  }
}

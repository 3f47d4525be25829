import type { JsonObject } from "@toolcourt/sdk";
import { command } from "../command.ts";
import { startGateway } from "../gateway-process.ts";
import type { Figure } from "../promise.ts";
import { type Answer, askGateway, type Call, yesTo } from "../world/ask-gateway.ts";
import { readAudit } from "../world/read-audit.ts";
import { openRig, tools } from "../world/rig.ts";

export interface RacePlan {
  readonly approvals: number;
  readonly config?: JsonObject;
}

/** Concurrent uses of one approval, half of them per process. */
const uses = 100;
/** Uses among them that present the approval with other arguments. */
const forged = 20;

/** Races many concurrent uses of one approval on two gateways with one store. */
export async function raceForApprovals(plan: RacePlan): Promise<readonly Figure[]> {
  await using rig = await openRig(plan.config && { config: plan.config });
  const { path: folder } = rig.folder;
  await using first = await startGateway({ folder });
  await using second = await startGateway({ folder });
  const answers: Answer[] = [];
  for (let number = 1; number <= plan.approvals; number += 1) {
    const call = { tool: tools.approved, arguments: { city: `call-${number}` } };
    const resumption = await approve({ url: first.url, folder }, call, number);
    const asking = Array.from({ length: uses }, (_, index) => {
      const isForged = resumption !== undefined && index < forged;
      const city = isForged ? `forged-${index}` : call.arguments.city;
      const { url } = index % 2 === 0 ? first : second;
      return askGateway(url, { ...call, arguments: { city }, ...(resumption && { resumption }) });
    });
    answers.push(...(await Promise.all(asking)));
  }
  const { consumed } = await readAudit(folder);
  const ran = rig.upstream.calls.map(({ arguments: given }) => JSON.stringify(given));
  const approved = ran.filter((given) => given.startsWith('{"city":"call-'));
  const answered = answers.filter(({ code }) => code === "answered").length;
  return [
    { label: "approvals", value: plan.approvals },
    { label: "simultaneous uses of each, over two processes", value: uses },
    exactly("executions", ran.length, plan.approvals),
    exactly("executions with the approved arguments", new Set(approved).size, plan.approvals),
    exactly("uses that were answered", answered, plan.approvals),
    exactly("approvals used up in the audit log", consumed.size, plan.approvals),
    exactly(
      "of them used up twice",
      [...consumed.values()].filter((by) => by.length > 1).length,
      0,
    ),
  ];
}

function exactly(label: string, value: number, is: number): Figure {
  return { label, value, must: { is } };
}

interface Where {
  readonly url: URL;
  readonly folder: string;
}

/** Every second approval comes from an operator. The others come with the calls themselves. */
async function approve(
  { url, folder }: Where,
  call: Call,
  number: number,
): Promise<JsonObject | undefined> {
  const { code, result } = await askGateway(url, call);
  if (code !== "asked") throw new Error(`Nobody was asked: ${code}`);
  if (number % 2 === 1) return yesTo(result);
  const digest = /Digest: ([0-9a-f]{12})/.exec(JSON.stringify(result))?.[1] ?? "";
  const listed = await command(folder, "approvals", "list");
  const id = /^([0-9a-f]{6,32})\b/m.exec(listed)?.[1] ?? "";
  await command(folder, "approvals", "approve", id, "--digest", digest);
  return undefined;
}

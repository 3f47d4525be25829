import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { ToolContract } from "@toolcourt/sdk";
import { type Answer, isSuccess } from "../answer.ts";
import { isInput } from "../expectation.ts";
import type { ProbeCall } from "../probe-call.ts";
import type { Setting } from "../setting.ts";
import { prepareTool } from "../tool-bench.ts";
import { looksSame, type Sight, sightOf } from "./observed.ts";

/** A read whose answer stays the same as long as nothing changes. */
export interface Observer {
  readonly call: ProbeCall;
  readonly sight: Sight;
}

/** More observers would cost more calls than the tools under test. */
export const mostObservers = 6;

/** Finds reads that can reveal whether another tool changed something. */
export async function findObservers(
  contracts: readonly ToolContract[],
  engine: SchemaEngine,
  setting: Setting,
): Promise<readonly Observer[]> {
  const observers: Observer[] = [];
  for (const contract of contracts.filter(({ effect }) => effect === "read")) {
    if (observers.length === mostObservers || !setting.isTimeLeft()) break;
    const call = await callOf(contract, engine, setting);
    if (call === undefined) continue;
    const answers = [
      await setting.subject.call(call),
      await setting.subject.call(call),
      await setting.subject.call(call),
    ];
    const sight = sightOf(contract);
    if (isSteady(answers, sight)) observers.push({ call, sight });
  }
  return observers;
}

function isSteady(answers: readonly Answer[], sight: Sight): boolean {
  return answers.every((answer, index) => {
    const before = answers[index - 1];
    return isSuccess(answer) && (before === undefined || looksSame(sight, before, answer));
  });
}

/** Uses the first example of the contract, or the smallest input. */
async function callOf(
  contract: ToolContract,
  engine: SchemaEngine,
  setting: Setting,
): Promise<ProbeCall | undefined> {
  const [example] = contract.terms.examples ?? [];
  if (example !== undefined) return { name: contract.name, input: example.params };
  const bench = await prepareTool(contract, engine, setting);
  if (bench === undefined) return undefined;
  for await (const input of bench.valid.valid(1)) {
    if (isInput(input)) return { name: contract.name, input };
  }
  return undefined;
}

import type { ToolContract } from "@toolcourt/sdk";
import { type Answer, isSuccess } from "../answer.ts";
import { isInput } from "../expectation.ts";
import { prepareTool } from "../prepare-tool.ts";
import { isTimeLeft, type ProbeCall, type ProbeDeps } from "../probe-context.ts";
import type { TestedTool } from "../report.ts";
import { orGone } from "../server-connection.ts";
import { looksSame, type Sight, sightOf } from "./observed.ts";

/** A read whose answer stays the same as long as nothing changes. */
export interface Observer {
  readonly call: ProbeCall;
  readonly sight: Sight;
}

/** More observers would cost more calls than the tools under test. */
const maxObservers = 6;

/** Finds reads that can reveal whether another tool changed something. */
async function findObservers(
  contracts: readonly ToolContract[],
  deps: ProbeDeps,
): Promise<readonly Observer[]> {
  const observers: Observer[] = [];
  for (const contract of contracts.filter(({ effect }) => effect === "read")) {
    if (observers.length === maxObservers || !isTimeLeft(deps)) break;
    const call = await callOf(contract, deps);
    if (call === undefined) continue;
    const answers = [
      await deps.subject.call(call),
      await deps.subject.call(call),
      await deps.subject.call(call),
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
async function callOf(contract: ToolContract, deps: ProbeDeps): Promise<ProbeCall | undefined> {
  const [example] = contract.terms.examples ?? [];
  if (example !== undefined) return { name: contract.name, input: example.params };
  const tool = await prepareTool(contract, deps);
  if (tool === undefined) return undefined;
  for await (const input of tool.valid.valid(1)) {
    if (isInput(input)) return { name: contract.name, input };
  }
  return undefined;
}

/** The observers in use: the reads that reveal changes. */
export class ObserverPool {
  readonly #deps: ProbeDeps;
  #observers: readonly Observer[] = [];

  constructor(deps: ProbeDeps) {
    this.#deps = deps;
  }

  observers(): readonly Observer[] {
    return this.#observers;
  }

  /** Picks observers from all tools, if the server can be restarted or one input is replayed. */
  async begin(contracts: readonly ToolContract[]): Promise<void> {
    if (this.#deps.startsAnew || this.#deps.given !== undefined) await this.#add(contracts);
  }

  /** Considers a tool already tested as harmless, if the server cannot be restarted. */
  async learn(contract: ToolContract, tested: TestedTool): Promise<void> {
    if (!this.#deps.startsAnew && isHarmless(tested)) await this.#add([contract]);
  }

  async #add(contracts: readonly ToolContract[]): Promise<void> {
    const found = await orGone(findObservers(contracts, this.#deps));
    // Discarded here: the tool's own test reports its crash.
    this.#deps.subject.takeLateCrash();
    if (found !== "gone") this.#observers = [...this.#observers, ...found].slice(0, maxObservers);
  }
}

/** Tells whether a tool can be called without ending the server. */
function isHarmless({ findings, skipped }: TestedTool): boolean {
  return (
    skipped === undefined &&
    findings.every(({ rule }) => rule !== "test/crash" && rule !== "test/hang")
  );
}

import { home, ours } from "../contestants.ts";
import { addressOf, openUpstream, startContestant } from "../field.ts";
import { measure } from "../load/measure.ts";
import { echoOf } from "../load/question.ts";

export interface MemoryGrowth {
  readonly calls: number;
  readonly beforeMb: number;
  readonly afterMb: number;
  readonly bytesPerCall: number;
}

const samples = 20;
const warmUpCalls = 20_000;
const atMostMs = 120_000;

/** What a call leaves behind in our gateway's memory. */
export async function measureMemory(folder: string, calls: number): Promise<MemoryGrowth> {
  await using stack = new AsyncDisposableStack();
  const contestant = home.find(({ name }) => name === ours);
  if (contestant === undefined) throw new Error(`There is no ${ours}.`);
  const upstream = await openUpstream("http", { folder, stack });
  const program = stack.use(await startContestant(contestant, { upstream, folder }));
  const address = addressOf({ contestant, port: program.port }, "modern");
  const talk = { address, question: echoOf(200), inFlight: 16 };

  // Records of calls fill a ring of a fixed size first, and that is no growth.
  await measure(program, talk, { calls: warmUpCalls, atMostMs });
  const resident: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    await measure(program, talk, { calls: calls / samples, atMostMs });
    resident.push(program.residentBytes());
  }
  return growthOf(resident, calls);
}

/** Between the middles of the first and the last quarter: single samples depend on when memory was last collected. */
function growthOf(resident: readonly number[], calls: number): MemoryGrowth {
  const quarter = Math.floor(resident.length / 4);
  const before = middle(resident.slice(0, quarter));
  const after = middle(resident.slice(-quarter));
  const callsBetween = (calls / resident.length) * (resident.length - quarter);
  const megabyte = 1024 ** 2;
  return {
    calls,
    beforeMb: before / megabyte,
    afterMb: after / megabyte,
    bytesPerCall: (after - before) / callsBetween,
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

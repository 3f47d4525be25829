import { home, ours } from "../contestants.ts";
import { addressOf, openUpstream, startContestant } from "../field.ts";
import { measure } from "../load/measure.ts";
import { echoOf } from "../load/question.ts";
import { inspectFlag, openInspector } from "../processes/live-memory.ts";
import { freePort } from "../processes/start.ts";

export interface MemoryGrowth {
  readonly calls: number;
  /** What is still needed after everything else was collected. */
  readonly beforeMb: number;
  readonly afterMb: number;
  readonly bytesPerCall: number;
  /** What the system sees of it at the end. */
  readonly residentMb: number;
}

const warmUpCalls = 20_000;
const atMostMs = 300_000;

/** What a call leaves behind in our gateway's memory. */
export async function measureMemory(folder: string, calls: number): Promise<MemoryGrowth> {
  await using stack = new AsyncDisposableStack();
  const contestant = home.find(({ name }) => name === ours);
  if (contestant === undefined) throw new Error(`There is no ${ours}.`);
  const upstream = await openUpstream("http", { folder, stack });
  const inspectorPort = await freePort();
  const watched = {
    ...contestant,
    command: (placing: Parameters<typeof contestant.command>[0]) => [
      inspectFlag(inspectorPort),
      ...contestant.command(placing),
      "--inspectable",
    ],
  };
  const program = stack.use(await startContestant(watched, { upstream, folder }));
  const address = addressOf({ contestant, program }, "modern");
  const talk = { address, question: echoOf(200), inFlight: 16 };
  const inspector = stack.use(await openInspector(inspectorPort));

  // Records of calls fill a ring of a fixed size first, and that is no growth.
  await measure(program, talk, { calls: warmUpCalls, atMostMs });
  const before = await inspector.liveBytes();
  const { calls: done } = await measure(program, talk, { calls, atMostMs });
  const after = await inspector.liveBytes();
  const megabyte = 1024 ** 2;
  return {
    calls: done,
    beforeMb: before / megabyte,
    afterMb: after / megabyte,
    bytesPerCall: (after - before) / done,
    residentMb: program.residentBytes() / megabyte,
  };
}

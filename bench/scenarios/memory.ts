import { home, ours } from "../contestants.ts";
import { addressOf, openUpstream, startContestant } from "../field.ts";
import { measure } from "../load/measure.ts";
import { echoOf } from "../load/question.ts";
import { inspectFlag, openInspector } from "../processes/live-memory.ts";
import { freePort } from "../processes/start.ts";

export interface MemoryGrowth {
  readonly calls: number;
  /** Live heap after a full garbage collection. */
  readonly beforeMb: number;
  readonly afterMb: number;
  readonly bytesPerCall: number;
  /** Resident memory at the end, as the system reports it. */
  readonly residentMb: number;
}

const warmUpCalls = 20_000;
const atMostMs = 300_000;

/** Measures how many bytes a call leaves in our gateway's memory. */
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

  // Call records first fill a ring buffer of fixed size. That is not growth.
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

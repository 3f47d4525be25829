import { measure } from "../load/measure.ts";
import { echoOf } from "../load/question.ts";
import { addressOf, openUpstream, startSubject } from "../open-subjects.ts";
import { inspectFlag, openInspector } from "../processes/live-memory.ts";
import { freePort } from "../processes/start.ts";
import { ours, ownSubjects } from "../subjects.ts";

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
const maxMs = 300_000;

/** Measures how many bytes a call leaves in our gateway's memory. */
export async function measureMemory(folder: string, calls: number): Promise<MemoryGrowth> {
  await using stack = new AsyncDisposableStack();
  const subject = ownSubjects.find(({ name }) => name === ours);
  if (subject === undefined) throw new Error(`There is no ${ours}.`);
  const upstream = await openUpstream("http", { folder, stack });
  const inspectorPort = await freePort();
  const watched = {
    ...subject,
    command: (placement: Parameters<typeof subject.command>[0]) => [
      inspectFlag(inspectorPort),
      ...subject.command(placement),
      "--inspectable",
    ],
  };
  const program = stack.use(await startSubject(watched, { upstream, folder }));
  const address = addressOf({ subject, program }, "modern");
  const load = { address, question: echoOf(200), inFlight: 16 };
  const inspector = stack.use(await openInspector(inspectorPort));

  // Call records first fill a ring buffer of fixed size. That is not growth.
  await measure(program, load, { calls: warmUpCalls, maxMs });
  const before = await inspector.liveBytes();
  const { calls: done } = await measure(program, load, { calls, maxMs });
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

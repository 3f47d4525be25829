import type { Gauge } from "../gauge.ts";
import { openGuard } from "../guard.ts";
import { ask } from "../load/ask.ts";
import { openConversation } from "../load/conversation.ts";
import { echoOf } from "../load/question.ts";
import { addressOf, inFlight, openUpstream, startSubject } from "../open-comparison.ts";
import { inspectFlag, openInspector } from "../processes/inspector.ts";
import { freePort } from "../processes/start.ts";
import { memory, type Placement } from "../subjects.ts";

const warmCalls = 30_000;
const sampledCalls = 20_000;
const growthCalls = 200_000;
const callsPerPart = 10_000;
const megabyte = 1024 ** 2;

/** Measures how many bytes a call allocates, and how many of them stay. */
export async function measureAllocated(folder: string): Promise<readonly Gauge[]> {
  await using stack = new AsyncDisposableStack();
  const upstream = await openUpstream(memory.upstream, { folder, stack });
  const guard = stack.use(await openGuard());
  const inspectorPort = await freePort();
  const inspectable = {
    ...memory,
    command: (placement: Placement) => [
      inspectFlag(inspectorPort),
      ...memory.command(placement),
      "--inspectable",
    ],
  };
  const placement = { upstream, folder, guard, shared: undefined };
  const program = stack.use(await startSubject(inspectable, placement));
  const address = addressOf(memory, { program, era: "modern", token: guard.token });
  const question = echoOf(200);
  const { senders } = stack.use(await openConversation({ address, question, inFlight }));
  const inspector = stack.use(await openInspector(inspectorPort));
  let asked = 0;
  const call = async (count: number): Promise<void> => {
    for (const until = asked + count; asked < until; asked += callsPerPart) {
      await ask(senders, asked, callsPerPart);
    }
  };

  // Call records first fill a ring buffer of fixed size. That is not growth.
  await call(warmCalls);
  const allocated = await inspector.allocatedBytes(() => call(sampledCalls));
  const before = await inspector.liveBytes();
  await call(growthCalls);
  const after = await inspector.liveBytes();
  const calls = `over ${growthCalls.toLocaleString("en")} calls`;
  return [
    { what: "allocated a call", value: allocated / sampledCalls / 1024, unit: "KB", max: 25 },
    { what: "live heap", value: after / megabyte, unit: "MB" },
    // Smaller than any object a leak could retain per call.
    { what: `growth ${calls}`, value: (after - before) / growthCalls, unit: "B a call", max: 50 },
    { what: `resident ${calls}`, value: program.residentBytes() / megabyte, unit: "MB" },
  ];
}

import { describe, expect, it } from "vitest";
import type { Outgoing } from "../api/api.ts";
import { ApiFailure, ownFailures } from "../api/failure.ts";
import { createStream, type TopicEvent } from "./stream.ts";

function unused(): never {
  throw new Error("It is not asked.");
}

/** A gateway that gives these answers in turn, and then never another one. */
function setUp(answers: readonly (string | ApiFailure)[]) {
  const asked: Outgoing[] = [];
  const delays: number[] = [];
  const ended = new AbortController();
  const open = async (_path: string, outgoing: Outgoing): Promise<Response> => {
    const answer = answers[asked.length];
    asked.push(outgoing);
    if (answer === undefined) ended.abort();
    if (typeof answer === "string") return new Response(answer);
    throw answer ?? new Error("The test is over.");
  };
  const stream = createStream({
    api: { get: unused, post: unused, session: unused, open },
    clock: {
      now: unused,
      monotonic: () => 0,
      every: unused,
      after: (ms, run) => {
        delays.push(ms);
        run();
        return () => undefined;
      },
    },
    jitter: () => 0.5,
  });
  const events: TopicEvent[] = [];
  stream.subscribe((event) => events.push(event));
  const run = (): Promise<void> => stream.run(["calls"], ended.signal);
  return { asked, delays, events, run, stream };
}

const away = new ApiFailure(ownFailures.unreachable, 0);

describe("the stream", () => {
  it("delivers the events that it knows", async () => {
    const { events, run } = setUp([
      'event: calls\ndata: {"id":"a","ms":3}\n\nevent: weather\ndata: {}\n\nevent: calls\ndata: {\n\n',
    ]);

    await run();

    expect(events).toMatchObject([{ topic: "calls", id: "a", ms: 3 }]);
  });

  it("comes back with the last id that it saw", async () => {
    const { asked, run } = setUp(["id: 7\nevent: calls\ndata: {}\n\n", away]);

    await run();

    const ids = asked.map(({ headers }) => headers?.["last-event-id"]);
    expect(ids).toEqual([undefined, "7", "7"]);
  });

  it("waits longer after each failure, and not forever", async () => {
    const { delays, run } = setUp(Array.from({ length: 8 }, () => away));

    await run();

    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  });

  it("ends where the gateway refuses it", async () => {
    const refused = new ApiFailure(
      { code: "permission-missing", message: "", next: undefined },
      403,
    );
    const { asked, run, stream } = setUp([refused, away]);

    await run();

    expect([asked.length, stream.state.value]).toEqual([1, "off"]);
  });
});

import { describe, expect, it } from "vitest";
import { ApiFailure, ownFailures } from "../../api/failure.ts";
import { type AskGate, askGateAt, DryRuns, Runs } from "./asking.ts";
import { parseExact } from "./exact-json.ts";

const allowed =
  '{"verdict":"allowed","approval":null,"statement":"s","policy":null,"limits":null,"refusal":null,"issues":[]}';
const ended =
  '{"callId":"c","outcome":"answered","ms":1,"refusal":null,"issues":[],"request":null,"result":{"n":12345678901234567890}}';

function exact(text: string) {
  const parsed = parseExact(text);
  if (parsed.kind === "flawed") throw new Error(text);
  return parsed.value;
}

/** A gate that answers when the test says so, and a clock that the test moves. */
function setUp() {
  const asked: {
    body: string;
    signal: AbortSignal;
    answer: (text: string) => void;
    fail: () => void;
  }[] = [];
  const timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const ask: AskGate = (body, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof exact>>();
    signal.addEventListener("abort", () => reject(new DOMException("left", "AbortError")));
    const fail = (): void => reject(new ApiFailure(ownFailures.unreachable, 0));
    asked.push({ body, signal, answer: (text) => resolve(exact(text)), fail });
    return promise;
  };
  const clock = {
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
  };
  const wait = async (ms: number): Promise<void> => {
    now += ms;
    for (const timer of timers.filter(({ at }) => at <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
  };
  return { ask, asked, wait, dryRuns: new DryRuns(ask, clock), runs: new Runs(ask) };
}

describe("a dry run", () => {
  it("is asked for after a pause of 300 ms, once for all that was typed", async () => {
    const { dryRuns, asked, wait } = setUp();
    dryRuns.follow("{}");
    await wait(299);
    dryRuns.follow('{"n":12345678901234567890}');
    await wait(299);
    const early = asked.length;
    await wait(1);

    expect(early).toBe(0);
    expect(asked.map(({ body }) => body)).toEqual([
      '{"arguments":{"n":12345678901234567890},"dry":true}',
    ]);
  });

  it("drops the answer to arguments that have changed since", async () => {
    const { dryRuns, asked, wait } = setUp();
    dryRuns.follow('{"a":1}');
    await wait(300);
    dryRuns.follow('{"a":2}');
    asked[0]?.answer(allowed.replace("allowed", "refused"));
    await wait(300);
    const before = dryRuns.state.value.kind;
    asked[1]?.answer(allowed);
    await wait(0);

    expect([before, asked[0]?.signal.aborted]).toEqual(["asking", true]);
    expect(dryRuns.state.value).toMatchObject({ kind: "known", verdict: { verdict: "allowed" } });
  });

  it("keeps the last verdict while the next one is asked for", async () => {
    const { dryRuns, asked, wait } = setUp();
    dryRuns.follow("{}");
    await wait(300);
    asked[0]?.answer(allowed);
    await wait(0);
    dryRuns.follow('{"a":1}');

    expect(dryRuns.state.value).toMatchObject({ kind: "asking", last: { verdict: "allowed" } });
  });

  it("is not asked for while something is not finished", async () => {
    const { dryRuns, asked, wait } = setUp();
    dryRuns.follow("{}");
    dryRuns.follow(undefined);
    await wait(1_000);

    expect([dryRuns.state.value, asked]).toEqual([{ kind: "unfinished" }, []]);
  });

  it("says that the gateway is away", async () => {
    const { dryRuns, asked, wait } = setUp();
    dryRuns.follow("{}");
    await wait(300);
    asked[0]?.fail();
    await wait(0);

    expect(dryRuns.state.value).toMatchObject({
      kind: "failed",
      failure: { code: "gateway-unreachable" },
    });
  });
});

describe("a call", () => {
  it("is made once at a time, and its result keeps its digits", async () => {
    const { runs, asked, wait } = setUp();
    const done = runs.run("{}");
    await runs.run("{}");
    const during = [runs.state.value.kind, asked.length];
    asked[0]?.answer(ended);
    await done;
    await wait(0);

    expect(during).toEqual(["running", 1]);
    expect(runs.state.value).toMatchObject({
      kind: "ended",
      ending: { outcome: "answered" },
      result: { members: [["n", { text: "12345678901234567890" }]] },
    });
  });

  it("is no longer waited for once its page is left", async () => {
    const { runs, asked } = setUp();
    const done = runs.run("{}");
    runs.stop();
    await done;

    expect([asked[0]?.signal.aborted, runs.state.value]).toEqual([true, { kind: "idle" }]);
  });

  it("says that an answer is none of ours", async () => {
    const { runs, asked } = setUp();
    const done = runs.run("{}");
    asked[0]?.answer('{"outcome":"other"}');
    await done;

    expect(runs.state.value).toMatchObject({
      kind: "failed",
      failure: { code: "answer-unreadable" },
    });
  });
});

async function askWith(text: string): ReturnType<AskGate> {
  const ask = askGateAt({ open: async () => new Response(text) }, "tools/a/b/try");
  return ask("{}", new AbortController().signal);
}

describe("the gate", () => {
  it("is read with all digits", async () => {
    expect(await askWith('{"n":1.0}')).toEqual(exact('{"n":1.0}'));
  });

  it("is not believed if it sends no JSON", async () => {
    await expect(askWith("<html>")).rejects.toMatchObject({ code: "answer-unreadable" });
  });
});

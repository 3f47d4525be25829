import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createAskModel } from "./ask-model.ts";
import { ModelFailure } from "./model-failure.ts";
import { promptOf } from "./prompts.ts";

const noAbort = new AbortController().signal;
const prompt = { prompt: promptOf("Answer.", { question: "How warm?" }) };
const never = new Promise<never>(() => undefined);
const secret = "sk-0123456789";

/** A model of the AI SDK that is none of ours, with what a test is about. */
function modelThat(does: Partial<LanguageModelV4>): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: () => never,
    doStream: () => never,
    ...does,
  };
}

function streamOf(
  start: (controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>) => void,
  cancel: () => void = () => undefined,
): LanguageModelV4["doStream"] {
  return async () => ({ stream: new ReadableStream({ start, cancel }) });
}

async function failureOf(work: Promise<unknown>): Promise<ModelFailure> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ModelFailure) return error;
  throw new Error("This was no failure.", { cause: error });
}

describe("any model of the AI SDK", () => {
  it("is not waited for, though it ignores its signal", async () => {
    const clock = createFakeClock();
    const model = modelThat({ doGenerate: () => never });
    const failed = failureOf(
      createAskModel({ model, clock, timeoutMs: 10 }).whole(prompt, noAbort),
    );

    await clock.advance(10);

    expect(await failed).toMatchObject({ kind: "timed-out", isOfAnswer: false });
  });

  it("is told when time is up, and when somebody leaves", async () => {
    const seen: (AbortSignal | undefined)[] = [];
    const model = modelThat({
      doGenerate: ({ abortSignal }) => {
        seen.push(abortSignal);
        return never;
      },
    });
    const leaving = new AbortController();
    const asking = createAskModel({ model }).whole(prompt, leaving.signal);
    leaving.abort(new Error("Gone."));

    await expect(asking).rejects.toThrow("Gone.");
    expect(seen.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it.each([
    ["an error", new Error(`Wrong key ${secret}`)],
    ["an error with a cause", new Error("Wrong", { cause: new Error(secret) })],
  ])("may throw %s, of which nothing is handed on", async (_what, error) => {
    const model = modelThat({ doGenerate: () => Promise.reject(error) });

    const failure = await failureOf(createAskModel({ model }).whole(prompt, noAbort));

    expect(failure.kind).toBe("failed");
    expect(`${failure.stack}${JSON.stringify(failure)}${String(failure.cause)}`).not.toContain(
      secret,
    );
  });

  it("may fail in the middle of a stream, in words that are not handed on", async () => {
    const model = modelThat({
      doStream: streamOf((controller) => {
        controller.enqueue({ type: "text-delta", id: "0", delta: "Hel" });
        controller.enqueue({ type: "error", error: secret });
      }),
    });
    const parts = createAskModel({ model }).parts(prompt, noAbort);
    await parts.next();

    const failure = await failureOf(parts.next());

    expect(failure.kind).toBe("failed");
    expect(String(failure.stack)).not.toContain(secret);
  });

  it("is not waited for in the middle of a stream either", async () => {
    const clock = createFakeClock();
    const model = modelThat({ doStream: streamOf(() => undefined) });
    const parts = createAskModel({ model, clock, timeoutMs: 10 }).parts(prompt, noAbort);
    const failed = failureOf(parts.next());
    await clock.advance(10);

    expect((await failed).kind).toBe("timed-out");
  });

  it("stops when nobody reads on", async () => {
    const stopped = Promise.withResolvers<string>();
    const model = modelThat({
      doStream: streamOf(
        (controller) => controller.enqueue({ type: "text-delta", id: "0", delta: "Hel" }),
        () => stopped.resolve("stopped"),
      ),
    });
    const parts = createAskModel({ model }).parts(prompt, noAbort);
    await parts.next();

    await parts.return(undefined);

    expect(await stopped.promise).toBe("stopped");
  });
});

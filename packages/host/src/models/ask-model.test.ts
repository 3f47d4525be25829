import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { ModelFailure } from "../model-failure.ts";
import { askParts, askWhole } from "./ask-model.ts";
import { promptOf } from "./prompts.ts";

const noAbort = new AbortController().signal;
const prompt = { prompt: promptOf("Answer.", { question: "How warm?" }) };
const never = new Promise<never>(() => undefined);
const secret = "sk-0123456789";

/** Returns a foreign AI SDK model with the behavior under test. */
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

describe("askWhole and askParts", () => {
  it("does not wait for a model that ignores its signal", async () => {
    const clock = createFakeClock();
    const model = modelThat({ doGenerate: () => never });
    const failed = failureOf(askWhole({ model, clock, timeoutMs: 10 }, prompt, noAbort));

    await clock.advance(10);

    expect(await failed).toMatchObject({ kind: "timed-out", isOfAnswer: false });
  });

  it("aborts the model's signal on timeout and when the caller cancels", async () => {
    const seen: (AbortSignal | undefined)[] = [];
    const model = modelThat({
      doGenerate: ({ abortSignal }) => {
        seen.push(abortSignal);
        return never;
      },
    });
    const leaving = new AbortController();
    const asking = askWhole({ model }, prompt, leaving.signal);
    leaving.abort(new Error("Gone."));

    await expect(asking).rejects.toThrow("Gone.");
    expect(seen.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it.each([
    ["an error", new Error(`Wrong key ${secret}`)],
    ["an error with a cause", new Error("Wrong", { cause: new Error(secret) })],
  ])("hides the details if the model throws %s", async (_what, error) => {
    const model = modelThat({ doGenerate: () => Promise.reject(error) });

    const failure = await failureOf(askWhole({ model }, prompt, noAbort));

    expect(failure.kind).toBe("failed");
    expect(`${failure.stack}${JSON.stringify(failure)}${String(failure.cause)}`).not.toContain(
      secret,
    );
  });

  it("hides the details if the model fails in the middle of a stream", async () => {
    const model = modelThat({
      doStream: streamOf((controller) => {
        controller.enqueue({ type: "text-delta", id: "0", delta: "Hel" });
        controller.enqueue({ type: "error", error: secret });
      }),
    });
    const parts = askParts({ model }, prompt, noAbort);
    await parts.next();

    const failure = await failureOf(parts.next());

    expect(failure.kind).toBe("failed");
    expect(String(failure.stack)).not.toContain(secret);
  });

  it("times out in the middle of a stream too", async () => {
    const clock = createFakeClock();
    const model = modelThat({ doStream: streamOf(() => undefined) });
    const parts = askParts({ model, clock, timeoutMs: 10 }, prompt, noAbort);
    const failed = failureOf(parts.next());
    await clock.advance(10);

    expect((await failed).kind).toBe("timed-out");
  });

  it("cancels the stream when the consumer stops reading", async () => {
    const stopped = Promise.withResolvers<string>();
    const model = modelThat({
      doStream: streamOf(
        (controller) => controller.enqueue({ type: "text-delta", id: "0", delta: "Hel" }),
        () => stopped.resolve("stopped"),
      ),
    });
    const parts = askParts({ model }, prompt, noAbort);
    await parts.next();

    await parts.return(undefined);

    expect(await stopped.promise).toBe("stopped");
  });
});

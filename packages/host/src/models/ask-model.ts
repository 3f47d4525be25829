import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { failureOf, mayPass } from "./failure-of.ts";
import { openTime, type Time } from "./time.ts";

export interface ModelOptions {
  /** Any AI SDK model, or one from `openModel`. */
  readonly model: LanguageModelV4;
  /** Time limit of one answer, including the retry and the wait before it. Default: 60 s. */
  readonly timeoutMs?: number;
  /**
   * Default: 0, so the same question gets the same answer. `default` is for models that accept no
   * other value.
   */
  readonly temperature?: number | "default";
  /** Default: the system clock. */
  readonly clock?: Clock;
}

type Prompt = Omit<LanguageModelV4CallOptions, "abortSignal" | "temperature">;

/** Asks a model. Every failure is a `ModelFailure` or the reason of the signal. */
export interface AskModel {
  readonly whole: (prompt: Prompt, signal: AbortSignal) => Promise<LanguageModelV4GenerateResult>;
  readonly parts: (
    prompt: Prompt,
    signal: AbortSignal,
  ) => AsyncGenerator<LanguageModelV4StreamPart>;
}

const usualMs = 60_000;
const usualWaitMs = 500;

export function createAskModel(options: ModelOptions): AskModel {
  const { model, timeoutMs = usualMs, temperature = 0, clock = systemClock } = options;
  const settings = temperature === "default" ? {} : { temperature };

  /** Retries once if the endpoint says it may help and time remains. */
  const repeated = async <T>(work: () => PromiseLike<T>, time: Time): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      time.signal.throwIfAborted();
      const failure = failureOf(error, clock.now());
      const waitMs = failure.details.retryAfterMs ?? usualWaitMs;
      if (!mayPass(failure) || waitMs >= time.leftMs()) throw failure;
      await clock.sleep(waitMs, time.signal);
      return work();
    }
  };

  const parts: AskModel["parts"] = async function* (prompt, signal) {
    using time = openTime({ clock, ms: timeoutMs, signal });
    const call = { ...prompt, ...settings, abortSignal: time.signal };
    let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
    try {
      const { stream } = await time.race(repeated(() => model.doStream(call), time));
      reader = stream.getReader();
      for (;;) {
        const { done, value } = await time.race(reader.read());
        if (done) return;
        if (value.type === "error") throw failureOf(value.error, clock.now());
        yield value;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, clock.now());
    } finally {
      // Not awaited: no one reads the stream any more.
      reader?.cancel().catch(() => undefined);
    }
  };

  return {
    parts,
    whole: async (prompt, signal) => {
      using time = openTime({ clock, ms: timeoutMs, signal });
      const call = { ...prompt, ...settings, abortSignal: time.signal };
      try {
        return await time.race(repeated(() => model.doGenerate(call), time));
      } catch (error) {
        signal.throwIfAborted();
        throw failureOf(error, clock.now());
      }
    },
  };
}

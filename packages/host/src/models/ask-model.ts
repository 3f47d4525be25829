import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { ModelFailure, type ModelFailureKind } from "../model-failure.ts";
import { failureOf, mayPass } from "./failure-of.ts";

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
interface AskModel {
  readonly whole: (prompt: Prompt, signal: AbortSignal) => Promise<LanguageModelV4GenerateResult>;
  readonly parts: (
    prompt: Prompt,
    signal: AbortSignal,
  ) => AsyncGenerator<LanguageModelV4StreamPart>;
}

const defaultMs = 60_000;
const defaultWaitMs = 500;

export function createAskModel(options: ModelOptions): AskModel {
  const { model, timeoutMs = defaultMs, temperature = 0, clock = systemClock } = options;
  const settings = temperature === "default" ? {} : { temperature };

  /** Retries once if the endpoint says it may help and time remains. */
  const repeated = async <T>(work: () => PromiseLike<T>, time: Time): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      time.signal.throwIfAborted();
      const failure = failureOf(error, clock.now());
      const waitMs = failure.details.retryAfterMs ?? defaultWaitMs;
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

interface TimeOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends the time early, with its reason. */
  readonly signal: AbortSignal;
}

/** The time budget of one answer, across all its steps. */
interface Time extends Disposable {
  /** Aborts on timeout, or when the caller cancels. */
  readonly signal: AbortSignal;
  readonly leftMs: () => number;
  /** Returns the result of a step, or throws on timeout: a model may ignore its signal forever. */
  readonly race: <T>(step: PromiseLike<T>) => Promise<T>;
}

function openTime({ clock, ms, signal }: TimeOptions): Time {
  const ending = new AbortController();
  const over = new AbortController();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const until = clock.monotonic() + ms;

  const end = (reason: unknown): void => {
    ending.abort(reason);
    ended.reject(reason);
  };
  const leave = (): void => end(signal.reason);
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  clock.sleep(ms, over.signal).then(
    () => end(new TimeoutError(`Nothing came within ${ms} ms.`)),
    () => undefined,
  );

  return {
    signal: ending.signal,
    leftMs: () => until - clock.monotonic(),
    race: (step) => Promise.race([step, ended.promise]),
    [Symbol.dispose]: () => {
      over.abort();
      signal.removeEventListener("abort", leave);
      // Cancels work still in flight: its result is no longer needed.
      ending.abort();
    },
  };
}

type Ending = LanguageModelV4FinishReason["unified"];

const failures = {
  stop: undefined,
  "tool-calls": undefined,
  other: undefined,
  length: "length-reached",
  "content-filter": "filtered",
  error: "cut-short",
  interrupted: "cut-short",
} satisfies Record<Ending, ModelFailureKind | undefined>;

/** Throws unless the model completed its answer. */
export function endedWell({ unified, raw }: LanguageModelV4FinishReason): void {
  // A refusing model says so in its answer and stops normally. A filter cuts it off.
  if (unified === "content-filter" && raw === "stop") throw new ModelFailure("refused");
  const failure = failures[unified];
  if (failure !== undefined) throw new ModelFailure(failure);
}

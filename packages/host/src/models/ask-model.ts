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

const defaultMs = 60_000;
const defaultWaitMs = 500;

/** Returns a whole answer. Every failure is a `ModelFailure` or the reason of the signal. */
export async function askWhole(
  options: ModelOptions,
  prompt: Prompt,
  signal: AbortSignal,
): Promise<LanguageModelV4GenerateResult> {
  using time = new Time(options, signal);
  const call = callOf(options, prompt, time);
  try {
    return await time.race(repeated(() => options.model.doGenerate(call), time));
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, time.clock.now());
  }
}

/** Yields the parts of an answer. Fails as `askWhole` does. */
export async function* askParts(
  options: ModelOptions,
  prompt: Prompt,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  using time = new Time(options, signal);
  const call = callOf(options, prompt, time);
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  try {
    const { stream } = await time.race(repeated(() => options.model.doStream(call), time));
    reader = stream.getReader();
    for (;;) {
      const { done, value } = await time.race(reader.read());
      if (done) return;
      if (value.type === "error") throw failureOf(value.error, time.clock.now());
      yield value;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, time.clock.now());
  } finally {
    // Not awaited: no one reads the stream any more.
    reader?.cancel().catch(() => undefined);
  }
}

function callOf(
  { temperature = 0 }: ModelOptions,
  prompt: Prompt,
  { signal: abortSignal }: Time,
): LanguageModelV4CallOptions {
  return { ...prompt, ...(temperature !== "default" && { temperature }), abortSignal };
}

/** Retries once if the endpoint says it may help and time remains. */
async function repeated<T>(work: () => PromiseLike<T>, time: Time): Promise<T> {
  try {
    return await work();
  } catch (error) {
    time.signal.throwIfAborted();
    const failure = failureOf(error, time.clock.now());
    const waitMs = failure.details.retryAfterMs ?? defaultWaitMs;
    if (!mayPass(failure) || waitMs >= time.leftMs()) throw failure;
    await time.clock.sleep(waitMs, time.signal);
    return work();
  }
}

/** The time budget of one answer, across all its steps. */
class Time implements Disposable {
  readonly clock: Clock;
  readonly #until: number;
  readonly #ending = new AbortController();
  readonly #over = new AbortController();
  readonly #ended = Promise.withResolvers<never>();
  readonly #caller: AbortSignal;
  readonly #leave = (): void => this.#end(this.#caller.reason);

  /** The caller's signal ends the time early, with its reason. */
  constructor(
    { clock = systemClock, timeoutMs: ms = defaultMs }: ModelOptions,
    caller: AbortSignal,
  ) {
    this.clock = clock;
    this.#until = clock.monotonic() + ms;
    this.#caller = caller;
    this.#ended.promise.catch(() => undefined);
    if (caller.aborted) this.#leave();
    else caller.addEventListener("abort", this.#leave, { once: true });
    clock.sleep(ms, this.#over.signal).then(
      () => this.#end(new TimeoutError(`Nothing came within ${ms} ms.`)),
      () => undefined,
    );
  }

  /** Aborts on timeout, or when the caller cancels. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  leftMs(): number {
    return this.#until - this.clock.monotonic();
  }

  /** Returns the result of a step, or throws on timeout: a model may ignore its signal forever. */
  race<T>(step: PromiseLike<T>): Promise<T> {
    return Promise.race([step, this.#ended.promise]);
  }

  #end(reason: unknown): void {
    this.#ending.abort(reason);
    this.#ended.reject(reason);
  }

  [Symbol.dispose](): void {
    this.#over.abort();
    this.#caller.removeEventListener("abort", this.#leave);
    // Cancels work still in flight: its result is no longer needed.
    this.#ending.abort();
  }
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

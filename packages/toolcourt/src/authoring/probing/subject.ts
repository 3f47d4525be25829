import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Upstream, UpstreamListeners } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonValue } from "@toolcourt/sdk";
import { type Answer, answerOf, failureOf } from "./answer.ts";
import type { ProbeCall } from "./probe-context.ts";
import { ServerConnection } from "./server-connection.ts";
import { type SeenStray, Strays } from "./strays.ts";

/** Receives unsolicited messages of a server: late answers, list changes and strays. */
export type ServerListener = Required<
  Pick<UpstreamListeners, "answeredLate" | "toolsChanged" | "strayed">
>;

/** When to cancel a call, and how long to wait for a late answer. */
export interface Cancellation {
  readonly afterMs: number;
  readonly watchMs: number;
}

/** Server behavior after a canceled call. */
export type AfterCancel = "quiet" | "answered-late" | "no-ping";

export interface SubjectDeps extends Pick<Runtime, "clock" | "signal"> {
  readonly open: (listener: ServerListener) => Promise<Upstream>;
  readonly patienceMs: number;
}

class TimeSpent extends Error {
  override readonly name = "TimeSpent";
}

/** A program that prints or exits after an answer does so within this time. */
const momentMs = 25;

const answers: ReadonlySet<Answer["kind"]> = new Set(["result", "shapeless", "asks", "rpc-error"]);

/** The server under test. Each call finds it running, or fails with `ServerGone`. */
export class Subject implements AsyncDisposable {
  readonly #deps: SubjectDeps;
  readonly #connection: ServerConnection;
  readonly #strays = new Strays();
  #calls = 0;
  #lateAnswers = 0;
  #toolsChanged = false;
  #isTimeLeft = (): boolean => true;

  constructor(deps: SubjectDeps) {
    this.#deps = deps;
    const listener: ServerListener = {
      answeredLate: () => {
        this.#lateAnswers += 1;
      },
      toolsChanged: () => {
        this.#toolsChanged = true;
      },
      strayed: (stray) => this.#strays.add(stray),
    };
    const open = (): Promise<Upstream> => {
      this.#strays.started();
      return deps.open(listener);
    };
    this.#connection = new ServerConnection(open, deps.signal);
  }

  calls(): number {
    return this.#calls;
  }

  /** Whether the server has announced a change of its tools. */
  announcedToolChange(): boolean {
    return this.#toolsChanged;
  }

  /**
   * Takes the call that was answered right before the server ended, if it ended since the last
   * take.
   */
  takeLateCrash(): ProbeCall | undefined {
    return this.#connection.takeLateCrash();
  }

  /**
   * Takes strays after calls of this tool since the last take. Without a tool: strays before any
   * call.
   */
  takeStrays(tool?: string): readonly SeenStray[] {
    return this.#strays.take(tool);
  }

  /** Runs work in which no call starts once the time is spent. Returns "spent" if one would have. */
  async whileTimeIsLeft<T>(
    isTimeLeft: () => boolean,
    work: () => Promise<T>,
  ): Promise<T | "spent"> {
    this.#isTimeLeft = isTimeLeft;
    try {
      return await work();
    } catch (error) {
      if (error instanceof TimeSpent) return "spent";
      throw error;
    } finally {
      this.#isTimeLeft = () => true;
    }
  }

  /** Waits for the answer. Default timeout: the one in the budget. */
  async call(call: ProbeCall, patienceMs = this.#deps.patienceMs): Promise<Answer> {
    this.#checkTime();
    this.#calls += 1;
    let answer = await this.#send(call, patienceMs);
    if (answer.kind === "crash" && answer.isUnsent) {
      await this.#connection.closeDead();
      answer = await this.#send(call, patienceMs);
    }
    // Without a valid answer the server may be in any state.
    if (answers.has(answer.kind)) this.#connection.answered(call);
    else await this.#connection.close();
    return answer;
  }

  /** Cancels a call before its answer, and reports how the server reacts. */
  async cancel(call: ProbeCall, { afterMs, watchMs }: Cancellation): Promise<AfterCancel> {
    this.#checkTime();
    const { clock, signal, patienceMs } = this.#deps;
    const upstream = await this.#connection.connected();
    this.#calls += 1;
    this.#strays.calling(call);
    const before = this.#lateAnswers;
    const isCanceled = await cancelCall(call, upstream, { clock, signal, ms: afterMs });
    if (!isCanceled) return "quiet";
    if ((await this.ping(patienceMs)) === undefined) return "no-ping";
    await clock.sleep(watchMs, signal);
    return this.#lateAnswers > before ? "answered-late" : "quiet";
  }

  async list(patienceMs = this.#deps.patienceMs): Promise<readonly JsonValue[]> {
    const { clock, signal } = this.#deps;
    const upstream = await this.#connection.connected();
    return withTimeout({ clock, ms: patienceMs, signal }, (each) => upstream.listTools(each));
  }

  /**
   * Lists the tools as a ping, which runs none. Returns the round-trip time in milliseconds, or
   * undefined without an answer.
   */
  async ping(patienceMs: number): Promise<number | undefined> {
    const { clock, signal } = this.#deps;
    const started = clock.monotonic();
    const outcome = await this.list(patienceMs).then(() => "answer" as const, endOf);
    signal.throwIfAborted();
    if (outcome === "answer") return clock.monotonic() - started;
    // A list request calls no tool, so the previous call caused the end.
    await (outcome === "end" ? this.#connection.closeDead() : this.#connection.close());
    return undefined;
  }

  /** Waits for effects that appear shortly after an answer. */
  async linger(patienceMs: number): Promise<void> {
    await this.ping(patienceMs);
    await this.#deps.clock.sleep(momentMs, this.#deps.signal);
  }

  /** Restarts the process, or reconnects. */
  async restart(): Promise<void> {
    this.#checkTime();
    await this.#connection.close();
    await this.#connection.connected();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }

  #checkTime(): void {
    if (!this.#isTimeLeft()) throw new TimeSpent();
  }

  async #send(call: ProbeCall, ms: number): Promise<Answer> {
    const { clock, signal } = this.#deps;
    const upstream = await this.#connection.connected();
    this.#strays.calling(call);
    return answerTo(call, upstream, { clock, signal, ms });
  }
}

function endOf(error: unknown): "end" | "nothing" {
  return failureOf(error, 0)?.kind === "crash" ? "end" : "nothing";
}

/** Returns whether the call was still pending when it was canceled. */
async function cancelCall(
  { name, input }: ProbeCall,
  upstream: Upstream,
  { clock, signal, ms }: Waiting,
): Promise<boolean> {
  const canceling = new AbortController();
  const over = new AbortController();
  const until = AbortSignal.any([signal, canceling.signal]);
  const answered = upstream.callTool({ name, arguments: input }, until).then(
    () => true,
    () => !canceling.signal.aborted,
  );
  await Promise.race([answered, clock.sleep(ms, over.signal).catch(() => undefined)]);
  over.abort();
  canceling.abort();
  return !(await answered);
}

interface Waiting extends Pick<Runtime, "clock" | "signal"> {
  readonly ms: number;
}

async function answerTo(
  { name, input }: ProbeCall,
  upstream: Upstream,
  { clock, signal, ms }: Waiting,
): Promise<Answer> {
  const started = clock.monotonic();
  const elapsed = (): number => clock.monotonic() - started;
  try {
    const raw = await withTimeout({ clock, ms, signal }, (each) =>
      upstream.callTool({ name, arguments: input }, each),
    );
    return answerOf(raw, elapsed());
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TimeoutError) return { kind: "hang", ms };
    const answer = failureOf(error, elapsed());
    if (answer === undefined) throw error;
    return answer;
  }
}

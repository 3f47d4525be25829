import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../kernel/clock.ts";
import { Overdue, withTimeout } from "../kernel/with-timeout.ts";
import type { Upstream } from "../upstreams/upstream.ts";
import { type Answer, answerOf, failureOf } from "./answer.ts";
import { createKeeper } from "./keeper.ts";

/** One call, as far as the one who repeats it must know it. */
export interface ProbeCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** The server that is tested. Whatever it does, the next call finds it running, or hears that it is gone. */
export interface Subject extends AsyncDisposable {
  /** Waits for the answer as long as the budget says, or as long as is said here. */
  readonly call: (call: ProbeCall, patienceMs?: number) => Promise<Answer>;
  readonly list: () => Promise<readonly JsonValue[]>;
  /** Asks for something that no tool has to do, and says how long that took. Undefined if nothing came. */
  readonly ping: (patienceMs: number) => Promise<number | undefined>;
  /** Begins anew: a process is started again, a connection made again. */
  readonly restart: () => Promise<void>;
  readonly calls: () => number;
  /** The call that was answered before the server ended, if it did so since this was last asked. */
  readonly takeLateCrash: () => ProbeCall | undefined;
}

export interface SubjectDependencies {
  readonly open: () => Promise<Upstream>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

export function createSubject({ open, clock, signal, patienceMs }: SubjectDependencies): Subject {
  let calls = 0;
  let last: ProbeCall | undefined;
  let lateCrash: ProbeCall | undefined;
  const ended = (): void => {
    lateCrash ??= last;
    last = undefined;
  };
  const { connected, close, isLost } = createKeeper({ open, signal, ended });
  const closeQuietly = async (): Promise<void> => {
    last = undefined;
    await close();
  };
  const listed = async (ms: number): Promise<readonly JsonValue[]> => {
    const upstream = await connected();
    return withTimeout({ clock, ms, signal }, (each) => upstream.listTools(each));
  };

  return {
    call: async (call, ms = patienceMs) => {
      const upstream = await connected();
      calls += 1;
      const answer = await answerTo(call, upstream, { clock, signal, ms });
      // What was no answer may have left the server in any state.
      if (answers.has(answer.kind)) last = call;
      else await closeQuietly();
      return answer;
    },
    list: () => listed(patienceMs),
    ping: async (ms) => {
      const started = clock.monotonic();
      const list = await listed(ms).catch(() => undefined);
      signal.throwIfAborted();
      if (list !== undefined) return clock.monotonic() - started;
      await closeQuietly();
      return undefined;
    },
    restart: async () => {
      await closeQuietly();
      await connected();
    },
    calls: () => calls,
    takeLateCrash: () => {
      if (isLost()) ended();
      const taken = lateCrash;
      lateCrash = undefined;
      return taken;
    },
    [Symbol.asyncDispose]: closeQuietly,
  };
}

const answers: ReadonlySet<Answer["kind"]> = new Set(["result", "shapeless", "asks", "rpc-error"]);

interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
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
    if (error instanceof Overdue) return { kind: "hang", ms };
    const answer = failureOf(error, elapsed());
    if (answer === undefined) throw error;
    return answer;
  }
}

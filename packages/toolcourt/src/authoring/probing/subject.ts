import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Stray, Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonValue } from "@toolcourt/sdk";
import { type Answer, answerOf, failureOf } from "./answer.ts";
import { createKeeper } from "./keeper.ts";
import { createPing, type Ping } from "./ping.ts";
import type { ProbeCall } from "./probe-call.ts";
import { createStrays, type Strays } from "./strays.ts";

/** Listeners for unsolicited messages of a server. */
export interface Hearing {
  /** A full result to a canceled call. */
  readonly answeredLate: () => void;
  /** A tool list change notification. */
  readonly toolsChanged: () => void;
  /** A message that belongs to no request. */
  readonly strayed: (stray: Stray) => void;
}

/** When to cancel a call, and how long to wait for a late answer. */
export interface Leaving {
  readonly afterMs: number;
  readonly watchMs: number;
}

/** Server behavior after a canceled call. */
export type Left = "quiet" | "answered-late" | "no-ping";

/** The server under test. Each call finds it running, or fails with `ServerGone`. */
export interface Subject extends AsyncDisposable {
  /** Waits for the answer. Default timeout: the one in the budget. */
  readonly call: (call: ProbeCall, patienceMs?: number) => Promise<Answer>;
  readonly list: () => Promise<readonly JsonValue[]>;
  readonly ping: Ping["ping"];
  readonly linger: Ping["linger"];
  /** Cancels a call before its answer, and reports how the server reacts. */
  readonly leave: (call: ProbeCall, leaving: Leaving) => Promise<Left>;
  /** Restarts the process, or reconnects. */
  readonly restart: () => Promise<void>;
  readonly calls: () => number;
  /**
   * Takes the call that was answered right before the server ended, if it ended since the last
   * take.
   */
  readonly takeLateCrash: () => ProbeCall | undefined;
  /**
   * Takes strays after calls of this tool since the last take. Without a tool: strays before any
   * call.
   */
  readonly takeStrays: Strays["take"];
  /** Whether the server has announced a change of its tools. */
  readonly saidToolsChanged: () => boolean;
}

export interface SubjectDependencies {
  readonly open: (hearing: Hearing) => Promise<Upstream>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

export function createSubject({ open, clock, signal, patienceMs }: SubjectDependencies): Subject {
  let calls = 0;
  const strays = createStrays();
  const heard = createHearing(strays.heard);
  const openAnew = (): Promise<Upstream> => {
    strays.started();
    return open(heard);
  };
  const keeper = createKeeper(openAnew, signal);
  const { connected, close, closeDead } = keeper;
  const { list, ping, linger } = createPing(keeper, { clock, signal });
  const send = async (call: ProbeCall, ms: number): Promise<Answer> => {
    const upstream = await connected();
    strays.calling(call);
    return answerTo(call, upstream, { clock, signal, ms });
  };

  return {
    call: async (call, ms = patienceMs) => {
      calls += 1;
      let answer = await send(call, ms);
      if (answer.kind === "crash" && answer.isUnsent) {
        await closeDead();
        answer = await send(call, ms);
      }
      // Without a valid answer the server may be in any state.
      if (answers.has(answer.kind)) keeper.answered(call);
      else await close();
      return answer;
    },
    list: () => list(patienceMs),
    ping,
    linger,
    leave: async (call, { afterMs, watchMs }) => {
      const upstream = await connected();
      calls += 1;
      strays.calling(call);
      const before = heard.late();
      const isLeft = await leaveCall(call, upstream, { clock, signal, ms: afterMs });
      if (!isLeft) return "quiet";
      if ((await ping(patienceMs)) === undefined) return "no-ping";
      await clock.sleep(watchMs, signal);
      return heard.late() > before ? "answered-late" : "quiet";
    },
    restart: () => close().then(async () => void (await connected())),
    calls: () => calls,
    takeLateCrash: keeper.takeLateCrash,
    takeStrays: strays.take,
    saidToolsChanged: heard.saidToolsChanged,
    [Symbol.asyncDispose]: close,
  };
}

function createHearing(strayed: Hearing["strayed"]): Hearing & {
  readonly late: () => number;
  readonly saidToolsChanged: () => boolean;
} {
  let late = 0;
  let changed = false;
  return {
    answeredLate: () => {
      late += 1;
    },
    toolsChanged: () => {
      changed = true;
    },
    strayed,
    late: () => late,
    saidToolsChanged: () => changed,
  };
}

/** Returns whether the call was still pending when it was canceled. */
async function leaveCall(
  { name, input }: ProbeCall,
  upstream: Upstream,
  { clock, signal, ms }: Waiting,
): Promise<boolean> {
  const leaving = new AbortController();
  const over = new AbortController();
  const until = AbortSignal.any([signal, leaving.signal]);
  const answered = upstream.callTool({ name, arguments: input }, until).then(
    () => true,
    () => !leaving.signal.aborted,
  );
  await Promise.race([answered, clock.sleep(ms, over.signal).catch(() => undefined)]);
  over.abort();
  leaving.abort();
  return !(await answered);
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
    if (error instanceof TimeoutError) return { kind: "hang", ms };
    const answer = failureOf(error, elapsed());
    if (answer === undefined) throw error;
    return answer;
  }
}

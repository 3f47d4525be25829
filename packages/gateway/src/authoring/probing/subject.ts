import type { JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { Overdue, withTimeout } from "../../foundation/kernel/with-timeout.ts";
import type { Stray, Upstream } from "../../upstreams/upstream.ts";
import { type Answer, answerOf, failureOf } from "./answer.ts";
import { createKeeper } from "./keeper.ts";
import { createPing, type Ping } from "./ping.ts";
import type { ProbeCall } from "./probe-call.ts";
import { createStrays, type Strays } from "./strays.ts";

/** What a server says by itself. */
export interface Hearing {
  /** A whole result to a call that was left. */
  readonly answeredLate: () => void;
  /** That its tools are others now. */
  readonly toolsChanged: () => void;
  /** What belongs to nothing that it was asked. */
  readonly strayed: (stray: Stray) => void;
}

/** When a call is left, and how long to listen for an answer all the same. */
export interface Leaving {
  readonly afterMs: number;
  readonly watchMs: number;
}

/** What a server did after a call was left. */
export type Left = "quiet" | "answered-late" | "no-ping";

/** The server that is tested. Whatever it does, the next call finds it running, or hears that it is gone. */
export interface Subject extends AsyncDisposable {
  /** Waits for the answer as long as the budget says, or as long as is said here. */
  readonly call: (call: ProbeCall, patienceMs?: number) => Promise<Answer>;
  readonly list: () => Promise<readonly JsonValue[]>;
  readonly ping: Ping["ping"];
  readonly linger: Ping["linger"];
  /** Leaves a call before it is answered, and says what the server does then. */
  readonly leave: (call: ProbeCall, leaving: Leaving) => Promise<Left>;
  /** Begins anew: a process is started again, a connection made again. */
  readonly restart: () => Promise<void>;
  readonly calls: () => number;
  /** The call that was answered before the server ended, if it did so since this was last asked. */
  readonly takeLateCrash: () => ProbeCall | undefined;
  /** What came after calls of this tool and belongs to none of them, since this was last asked; without a tool, what came before any call. */
  readonly takeStrays: Strays["take"];
  /** Whether the server has said that its tools are others now. */
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
      // What was no answer may have left the server in any state.
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

/** Says whether the call was still open when it was left. */
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
    if (error instanceof Overdue) return { kind: "hang", ms };
    const answer = failureOf(error, elapsed());
    if (answer === undefined) throw error;
    return answer;
  }
}

import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Api } from "./api/api.ts";
import { createLoader, type Loader } from "./api/loaded.ts";
import type { Login } from "./api/login.ts";
import type { Session } from "./api/session.ts";
import { type Me, type Overview, overview as readOverview } from "./api/shapes.ts";
import type { Clock } from "./clock.ts";
import { createLiveCalls, type LiveCalls } from "./live/calls.ts";
import type { Stream } from "./live/stream.ts";
import { whileSeen } from "./live/while-seen.ts";
import type { Preferences } from "./preferences.ts";
import type { Router } from "./router.ts";

/** What exists before anyone is signed in. */
export interface Base {
  readonly api: Api;
  readonly clock: Clock;
  readonly login: Login;
  readonly preferences: Preferences;
  readonly router: Router;
  readonly session: Session;
  readonly stream: Stream;
  /** The time of the server, anew each second. */
  readonly now: ReadonlySignal<number>;
}

export type OpenDialog = "palette" | "help" | undefined;

/** What the pages of a signed-in principal share. */
export interface Workspace extends Base {
  readonly me: Me;
  readonly may: (permission: string) => boolean;
  readonly overview: Loader<Overview>;
  readonly calls: LiveCalls;
  readonly dialog: Signal<OpenDialog>;
  /** Read out by screen readers, once nothing is typed. */
  readonly announcement: Signal<string>;
  readonly stop: () => void;
}

const refreshMs = 10_000;
/** Events come in bursts: one answer serves a burst. */
const burstMs = 300;

export function openWorkspace(base: Base, me: Me): Workspace {
  const { api, clock, stream, now } = base;
  const may = (permission: string): boolean => me.permissions.get(permission) === true;
  const overview = createLoader(clock, (asked) =>
    api.get("overview", { read: readOverview, signal: asked }),
  );
  const calls = createLiveCalls({
    stream,
    clock,
    now: () => now.value,
    nextFrame: (run) => {
      requestAnimationFrame(run);
    },
  });
  const stopRefreshing = refresh(base, overview.reload);
  const topics = topicsFor(may);
  const stopFollowing = whileSeen(document, (seen) => {
    if (topics.length > 0) void stream.run(topics, seen);
  });
  return {
    ...base,
    me,
    may,
    overview,
    calls,
    dialog: signal<OpenDialog>(undefined),
    announcement: signal(""),
    stop: () => {
      stopFollowing();
      stopRefreshing();
      overview.stop();
    },
  };
}

/** Reloads at once, after a burst of events, and each ten seconds: a hidden tab has no events. */
function refresh({ clock, stream }: Base, reload: () => void): () => void {
  reload();
  const ends = [
    clock.every(refreshMs, reload),
    onBurst({ clock, stream }, (topic) => topic !== "calls", reload),
    onReconnect(stream, reload),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Runs once soon after matching events, however many come. */
export function onBurst(
  { clock, stream }: Pick<Base, "clock" | "stream">,
  isAbout: (topic: string, id: string | undefined) => boolean,
  run: () => void,
): () => void {
  let cancel: (() => void) | undefined;
  const leave = stream.subscribe(({ topic, id }) => {
    if (!isAbout(topic, id)) return;
    cancel ??= clock.after(burstMs, () => {
      cancel = undefined;
      run();
    });
  });
  return () => {
    leave();
    cancel?.();
  };
}

/** Runs when the stream is back. */
export function onReconnect({ state }: Stream, run: () => void): () => void {
  let was = state.peek();
  return effect(() => {
    const isBack = was === "behind" && state.value === "connected";
    was = state.value;
    if (isBack) run();
  });
}

function topicsFor(may: (permission: string) => boolean): readonly string[] {
  return topicPermissions.filter(([, any]) => any.some(may)).map(([topic]) => topic);
}

const topicPermissions: readonly (readonly [topic: string, any: readonly string[]])[] = [
  ["calls", ["calls:read"]],
  ["approvals", ["approvals:read"]],
  ["tools", ["admissions:read"]],
  ["servers", ["servers:read"]],
  ["drafts", ["drafts:review", "drafts:write"]],
];

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("Only pages of a signed-in principal use it.");
  return workspace;
}

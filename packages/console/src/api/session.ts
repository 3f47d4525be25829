import { type ReadonlySignal, signal } from "@preact/signals";
import type { Clock } from "../clock.ts";
import type { Api } from "./api.ts";
import { ApiFailure, ownFailures } from "./failure.ts";
import { signedIn } from "./shapes.ts";

export type SessionState =
  /** Asks the other tabs, or posts the code of the address. */
  | { readonly kind: "starting" }
  | { readonly kind: "out"; readonly because?: SignedOut; readonly failure?: ApiFailure }
  | { readonly kind: "in" };

export type SignedOut = "ended" | "left";

/** The half of the session that this tab holds. The browser keeps the other one as a cookie. */
export interface Session {
  readonly state: ReadonlySignal<SessionState>;
  readonly half: () => string | undefined;
  /** Uses the half of this tab, the code of the address, or the half of another tab. */
  readonly start: (code: string | undefined) => Promise<void>;
  readonly signIn: (proof: { readonly code: string } | { readonly key: string }) => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** The gateway no longer knows the session. */
  readonly end: () => void;
}

export interface Tabs {
  readonly send: (message: unknown) => void;
  readonly listen: (hear: (message: unknown) => void) => void;
}

export interface SessionDeps {
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Our other tabs in this browser. */
  readonly tabs: Tabs;
  readonly clock: Clock;
  /** Whether others on the way cannot read what the page sends: https, or this machine. */
  readonly isSecure: boolean;
  readonly api: () => Api;
}

const key = "toolcourt-console";
/** Time for another tab to answer. Signing in again is the worst that a late answer costs. */
const otherTabsMs = 250;

export function createSession({ storage, tabs, clock, isSecure, api }: SessionDeps): Session {
  const state = signal<SessionState>({ kind: "starting" });
  const half = (): string | undefined => storage.getItem(key) ?? undefined;

  function keep(value: string): void {
    storage.setItem(key, value);
    state.value = { kind: "in" };
  }

  function leave(because: SignedOut): void {
    storage.removeItem(key);
    state.value = { kind: "out", because };
  }

  async function signIn(proof: object): Promise<void> {
    try {
      // The gateway would refuse it, but only after the key was sent.
      if (!isSecure) throw new ApiFailure(ownFailures.insecure, 0);
      keep(signedIn(await api().session("POST", proof), "session").half);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      state.value = { kind: "out", failure: error };
    }
  }

  async function start(code: string | undefined): Promise<void> {
    if (code !== undefined) return signIn({ code });
    const own = half();
    if (own !== undefined) return keep(own);
    tabs.send("who");
    clock.after(otherTabsMs, () => {
      if (state.value.kind === "starting") state.value = { kind: "out" };
    });
    return undefined;
  }

  tabs.listen((data) => {
    if (data === "who" && half() !== undefined) tabs.send({ half: half() });
    if (data === "left" && state.value.kind === "in") leave("left");
    const given = halfIn(data);
    if (given !== undefined && state.value.kind === "starting") keep(given);
  });

  return {
    state,
    half,
    signIn,
    start,
    signOut: async () => {
      // A session that the gateway no longer knows is over as well.
      await ignoringErrors(api().session("DELETE"));
      tabs.send("left");
      leave("left");
    },
    end: () => leave("ended"),
  };
}

async function ignoringErrors(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}

function halfIn(data: unknown): string | undefined {
  const isGiven = typeof data === "object" && data !== null && "half" in data;
  return isGiven && typeof data.half === "string" ? data.half : undefined;
}

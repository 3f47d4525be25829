import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ApiFailure, ownFailures } from "../../api/failure.ts";
import { jsonLinesOf } from "../../api/json-lines.ts";
import { useWorkspace } from "../../workspace.ts";
import { type VerifyLine, verifyLine } from "./shapes.ts";

export type Verifying =
  | { readonly kind: "idle" | "cancelled" | "cut" }
  | VerifyLine
  | { readonly kind: "failed"; readonly failure: ApiFailure };

export interface Verification {
  readonly state: ReadonlySignal<Verifying>;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Lets the gateway verify its log. The verification ends when the page is left. */
export function useVerification(onVerified: () => void): Verification {
  const { api } = useWorkspace();
  const state = useSignal<Verifying>({ kind: "idle" });
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const follow = async (signal: AbortSignal): Promise<void> => {
    const response = await api.open("audit/verify", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      signal,
    });
    for await (const line of jsonLinesOf(response)) {
      if (!signal.aborted) state.value = verifyLine(line, "");
    }
    // Without a verdict nothing is known, however many rows were read.
    if (signal.aborted) return;
    if (state.value.kind === "progress") state.value = { kind: "cut" };
    onVerified();
  };
  const start = (): void => {
    running.current = new AbortController();
    const { signal } = running.current;
    state.value = { kind: "progress", rows: 0, of: 0 };
    follow(signal).catch((error: unknown) => {
      if (!signal.aborted) state.value = endOf(error);
    });
  };
  const cancel = (): void => {
    running.current.abort();
    state.value = { kind: "cancelled" };
  };
  return { state, start, cancel };
}

function endOf(error: unknown): Verifying {
  if (error instanceof ApiFailure) return { kind: "failed", failure: error };
  if (error instanceof TypeError && error.message === "network error") return { kind: "cut" };
  return { kind: "failed", failure: new ApiFailure(ownFailures.unreadable, 0, { cause: error }) };
}

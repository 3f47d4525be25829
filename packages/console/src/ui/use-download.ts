import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ApiFailure, ownFailures } from "../api/failure.ts";
import { useWorkspace } from "../workspace.ts";
import { readWhole, saveBlob } from "./save.ts";

export interface Wanted {
  /** Below the address of the API. */
  readonly path: string;
  /** The name of the saved file. */
  readonly name: string;
  readonly type: string;
}

export type DownloadState =
  | { readonly kind: "idle" }
  | { readonly kind: "saved" }
  | { readonly kind: "running"; readonly bytes: number }
  | { readonly kind: "failed"; readonly failure: ApiFailure };

export interface Download {
  readonly state: ReadonlySignal<DownloadState>;
  readonly start: (wanted: Wanted) => void;
  readonly cancel: () => void;
}

/** Saves an answer of the API as a file. A link could not send the half of the session. */
export function useDownload(): Download {
  const { api } = useWorkspace();
  const state = useSignal<DownloadState>({ kind: "idle" });
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const load = async ({ path, name, type }: Wanted, signal: AbortSignal): Promise<void> => {
    const response = await api.open(path, { signal });
    const blob = await readWhole(response, type, (bytes) => {
      if (!signal.aborted) state.value = { kind: "running", bytes };
    });
    if (signal.aborted) return;
    saveBlob(name, blob);
    state.value = { kind: "saved" };
  };
  const start = (wanted: Wanted): void => {
    running.current = new AbortController();
    const { signal } = running.current;
    state.value = { kind: "running", bytes: 0 };
    load(wanted, signal).catch((error: unknown) => {
      if (!signal.aborted) state.value = { kind: "failed", failure: failureOf(error) };
    });
  };
  const cancel = (): void => {
    running.current.abort();
    state.value = { kind: "idle" };
  };
  return { state, start, cancel };
}

/** An answer that was cut in the middle is no file. */
function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure(ownFailures.unreachable, 0, { cause: error });
}

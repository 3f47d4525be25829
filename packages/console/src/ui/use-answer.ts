import { useEffect, useMemo } from "preact/hooks";
import type { Read } from "../api/decode.ts";
import { createLoader, type Loader } from "../api/loaded.ts";
import { onBurst, onReconnect, useWorkspace } from "../workspace.ts";

export interface AnswerOptions {
  /** Whether an event changes the answer. After missed events every answer is asked for again. */
  readonly isAbout?: (topic: string, id: string | undefined) => boolean;
  /** Never asks again by itself, since each look is recorded. Default: off. */
  readonly isOnce?: boolean;
}

/** Loads what is at a path of the API, and again when events say that it changed. */
export function useAnswer<Value>(
  path: string,
  read: Read<Value>,
  { isAbout = () => false, isOnce = false }: AnswerOptions = {},
): Loader<Value> {
  const { api, clock, stream } = useWorkspace();
  const loader = useMemo(
    () => createLoader(clock, (signal) => api.get(path, { read, signal })),
    [api, clock, path, read],
  );
  useEffect(() => {
    loader.reload();
    if (isOnce) return loader.stop;
    const ends = [
      onBurst(
        { clock, stream },
        (topic, id) => topic === "gap" || isAbout(topic, id),
        loader.reload,
      ),
      // Events of the meantime follow, or a gap. Without them nothing has changed.
      onReconnect(stream, () => {
        if (loader.loaded.peek().failure !== undefined) loader.reload();
      }),
      loader.stop,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [loader, clock, stream]);
  return loader;
}

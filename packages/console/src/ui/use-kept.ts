import { useRef } from "preact/hooks";
import type { Loader } from "../api/loaded.ts";

/** Returns the newest value, also that of the question before: a list must not flicker during typing. */
export function useKept<Value>({ loaded }: Loader<Value>): Value | undefined {
  const kept = useRef<Value | undefined>(undefined);
  kept.current = loaded.value.value ?? kept.current;
  return kept.current;
}

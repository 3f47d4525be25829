import type { Clock } from "../clock.ts";

/** A person who reads moves the page or the pointer at least this often. */
const lastsMs = 60_000;
const signs = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

/** Tells whether a person has touched the page in the last minute. Opening it counts. */
export function watchAttention(
  page: Pick<EventTarget, "addEventListener">,
  clock: Pick<Clock, "monotonic">,
): () => boolean {
  let touchedAt = clock.monotonic();
  const touch = (): void => {
    touchedAt = clock.monotonic();
  };
  for (const sign of signs) page.addEventListener(sign, touch, { capture: true, passive: true });
  return () => clock.monotonic() - touchedAt < lastsMs;
}

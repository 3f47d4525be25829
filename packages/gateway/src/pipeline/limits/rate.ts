export interface RateLimit {
  readonly most: number;
  readonly windowMs: number;
}

export type Take =
  | { readonly taken: true }
  | { readonly taken: false; readonly retryAfterMs: number };

/** The remainder of an allowance, and its end. */
export interface Window {
  left: number;
  readonly endsAt: number;
}

const taken: Take = { taken: true };

export function takeFrom(window: Window, now: number): Take {
  if (window.left === 0) {
    return { taken: false, retryAfterMs: Math.max(1, Math.ceil(window.endsAt - now)) };
  }
  window.left -= 1;
  return taken;
}

import type { Egress } from "../egress/egress.ts";

/** What a library of OAuth may send: nothing but what it needs to. */
interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | string | null | undefined;
}

export type ProviderFetch = (url: string, sent: Sent) => Promise<Response>;

const mostMs = 15_000;

/** Sends the requests of a library through the one door. An answer of failure is the door's `EgressFailure`. */
export function fetchThrough(egress: Pick<Egress, "request">, signal: AbortSignal): ProviderFetch {
  return async (url, { method, headers, body }) => {
    const answer = await egress.request({
      method,
      url,
      headers,
      deadlineMs: mostMs,
      signal,
      ...(body !== undefined && body !== null && { body: String(body) }),
    });
    const { status, headers: said } = answer;
    // Some answers have no body, and are none where they are given one, even an empty one.
    const given = answer.body.byteLength === 0 ? null : Buffer.from(answer.body);
    return new Response(given, { status, headers: { ...said } });
  };
}

import type { Egress } from "../egress/egress.ts";

/** The parts of a request that the OAuth library may send. */
interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | string | null | undefined;
}

export type ProviderFetch = (url: string, sent: Sent) => Promise<Response>;

const timeoutMs = 15_000;

/** Sends a library's requests through egress. A failure becomes an `EgressFailure`. */
export function fetchThrough(egress: Pick<Egress, "request">, signal: AbortSignal): ProviderFetch {
  return async (url, { method, headers, body }) => {
    const answer = await egress.request({
      method,
      url,
      headers,
      deadlineMs: timeoutMs,
      signal,
      ...(body !== undefined && body !== null && { body: String(body) }),
    });
    const { status, headers: said } = answer;
    // Some statuses forbid a body, and `Response` refuses even an empty one.
    const given = answer.body.byteLength === 0 ? null : Buffer.from(answer.body);
    return new Response(given, { status, headers: { ...said } });
  };
}

import type { Clock } from "../clock.ts";
import type { Read } from "./decode.ts";
import { ApiFailure, failureIn, ownFailures } from "./failure.ts";
import type { ServerTime } from "./server-time.ts";

/** The header with the half of the session that the page holds. */
const halfHeader = "x-toolcourt-console";
/** Without a person, a request does not keep the session alive. */
const unattended = { "x-toolcourt-unattended": "1" } as const;

export interface ApiDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly time: ServerTime;
  /** Returns the half of the session, or undefined without one. */
  readonly half: () => string | undefined;
  /** Whether a person uses the page now. */
  readonly isAttended: () => boolean;
  /** The gateway no longer knows the session. */
  readonly onEnded: () => void;
}

/** A request, with what `fetch` would also take left out. */
export interface Outgoing {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Ask<Value> {
  readonly read: Read<Value>;
  readonly signal?: AbortSignal;
}

/** The gateway's API for the console. */
export interface Api {
  readonly get: <Value>(path: string, ask: Ask<Value>) => Promise<Value>;
  readonly post: <Value>(path: string, body: object, ask: Ask<Value>) => Promise<Value>;
  /** Opens an answer that is read as it arrives. Throws like `get` if it is refused. */
  readonly open: (path: string, outgoing: Outgoing) => Promise<Response>;
  /** Signs in or out, or asks for the ways in, at the address of sessions. */
  readonly session: (method: "GET" | "POST" | "DELETE", body?: object) => Promise<unknown>;
}

const base = "/console/api/v1/";

export function createApi(deps: ApiDeps): Api {
  const { fetch, clock, time, half, isAttended, onEnded } = deps;

  function ownHeaders(): Readonly<Record<string, string>> {
    return { [halfHeader]: half() ?? "", ...(isAttended() ? {} : unattended) };
  }

  async function send(url: string, outgoing: Outgoing): Promise<Response> {
    const sentAt = clock.now();
    const { method = "GET", body = null, signal = null } = outgoing;
    const headers = { accept: "application/json", ...outgoing.headers, ...ownHeaders() };
    const init: RequestInit = { method, headers, body, signal, cache: "no-store" };
    const response = await fetch(url, init).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ApiFailure(ownFailures.unreachable, 0, { cause });
    });
    time.learn(response.headers.get("date"), sentAt);
    if (response.ok) return response;
    const failure = failureIn(await bodyOf(response), response.status);
    if (response.status === 401 && url.startsWith(base)) onEnded();
    throw failure;
  }

  async function ask<Value>(path: string, outgoing: Outgoing, read: Read<Value>): Promise<Value> {
    const body = await bodyOf(await send(base + path, outgoing));
    try {
      return read(body, path);
    } catch (cause) {
      throw new ApiFailure(ownFailures.unreadable, 200, { cause });
    }
  }

  return {
    get: (path, { read, signal }) => ask(path, { signal }, read),
    post: (path, body, { read, signal }) => ask(path, { ...withBody(body), signal }, read),
    open: (path, outgoing) => send(base + path, outgoing),
    session: async (method, body) =>
      bodyOf(
        await send("/console/session", {
          ...(body === undefined ? {} : withBody(body)),
          method,
        }),
      ),
  };
}

function withBody(body: object): Outgoing {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** Undefined for a body that is not JSON: the reader then refuses it. */
async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";
import { openText, type SignatureKind, signText } from "../pipeline/signed-text.ts";
import { askings } from "../upstreams/upstream.ts";

/** Lifetime of a handle. After it the client opens another session, as after every 404. */
const lifetimeMs = 24 * 60 * 60_000;

/** Below what servers and proxies accept as a header. */
const maxLength = 3_000;

export interface HandleOptions {
  /** The key that all replicas have. */
  readonly key: Uint8Array;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Session ids that carry their session: what the client declared, and until when. Each replica can
 * restore such a session, and no principal but its owner can use the id.
 */
export class SessionHandles {
  readonly #options: HandleOptions;

  constructor(options: HandleOptions) {
    this.#options = options;
  }

  /**
   * Returns an id for the session that an initialize request opens. Undefined if the client
   * declares more than an id can carry.
   */
  issue(message: JsonObject, principal: string, nonce: string): string | undefined {
    const { clock } = this.#options;
    const params = objectAt(message, "params");
    const { name = "", version = "" } = objectAt(params, "clientInfo");
    const said = own(params, "protocolVersion") ?? "";
    const capabilities = declaredIn(objectAt(params, "capabilities"));
    const state = [clock.now() + lifetimeMs, nonce, said, capabilities, name, version];
    return signText(this.#kindFor(principal), JSON.stringify(state));
  }

  /** Returns the initialize request of a session. Undefined if the id is not one of its owner. */
  greetingIn(id: string, principal: string): JsonObject | undefined {
    const handle = id.slice(id.indexOf(mark));
    const opened = openText(this.#kindFor(principal), handle);
    if (opened.kind !== "ours") return undefined;
    return greetingOf(parseJson(opened.text), this.#options.clock.now());
  }

  /** The principal is signed with the state, but not told: another one's id is a forgery. */
  #kindFor(principal: string): SignatureKind {
    const domain = `toolcourt-session-v1\0${JSON.stringify(principal)}\0`;
    return { key: this.#options.key, mark, domain, maxLength };
  }
}

const mark = "tcs1_";

/** Returns the request that a signed state stands for. Undefined once it has expired. */
function greetingOf(state: JsonValue, now: number): JsonObject | undefined {
  if (!isJsonArray(state)) return undefined;
  const [endsAt, , ...said] = state;
  if (typeof endsAt !== "number" || now >= endsAt) return undefined;
  const [protocolVersion = null, capabilities = null, name = null, version = null] = said;
  const params = { protocolVersion, capabilities, clientInfo: { name, version } };
  return { jsonrpc: "2.0", id: 0, method: "initialize", params };
}

/** Returns what the gateway reads of a client's capabilities: what it can be asked. */
function declaredIn(capabilities: JsonObject): JsonObject {
  const declared: [string, JsonValue][] = askings.flatMap((asking) => {
    const value = own(capabilities, asking);
    return value === undefined ? [] : [[asking, value]];
  });
  return Object.fromEntries(declared);
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { hello, speak } from "../gate/speak.ts";
import { tools } from "../promises/world/rig.ts";
import type { Attempt } from "./recovery.ts";

// Callers of both eras that call until they are stopped. They know one address: the balancer's.

/** An attempt with what its caller knows. The arguments are unique, so all traces can be found. */
export interface Made extends Attempt {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** `answered`, the refusal code, or why there is none: `http 502`, `cut`. */
  readonly code: string;
  readonly kind: CallerKind;
}

/** Modern callers have no session. A plain session takes the fast lane, an asking one the other. */
export type CallerKind = "modern" | "plain session" | "asking session";

export interface Calling {
  readonly url: URL;
  readonly keys: readonly string[];
  readonly made: Made[];
  /** Counts how often a caller had to open a session again. */
  readonly reopened: { count: number };
  readonly signal: AbortSignal;
}

const kinds: readonly CallerKind[] = ["modern", "modern", "plain session", "asking session"];
const pauseMs = 10;
/** Longer than every timeout in between. */
const patienceMs = 90_000;

/** Calls with several callers at once until the signal aborts, then ends their last calls. */
export async function callOn(count: number, calling: Calling): Promise<void> {
  const callers = Array.from({ length: count }, (_, place) => {
    const key = calling.keys[place % calling.keys.length] ?? "";
    return new Caller(calling, { place, key, kind: kinds[place % kinds.length] ?? "modern" });
  });
  await Promise.all(callers.map((caller) => caller.run()));
}

interface Who {
  readonly place: number;
  readonly key: string;
  readonly kind: CallerKind;
}

class Caller {
  readonly #calling: Calling;
  readonly #who: Who;
  #session: string | undefined;
  #count = 0;

  constructor(calling: Calling, who: Who) {
    this.#calling = calling;
    this.#who = who;
  }

  async run(): Promise<void> {
    while (!this.#calling.signal.aborted) {
      if (this.#who.kind === "modern" || (await this.#hasSession())) await this.#call();
      await systemClock.sleep(pauseMs);
    }
  }

  /** An unacknowledged call is not repeated: it may have run. */
  async #call(): Promise<void> {
    this.#count += 1;
    const tool = [tools.read, tools.write, tools.write][this.#count % 3] ?? tools.read;
    const given = { city: `call-${this.#who.place}-${this.#count}` };
    const beganAt = systemClock.monotonic();
    const code = await this.#outcome({ name: tool, arguments: given });
    this.#calling.made.push({
      tool,
      arguments: given,
      code,
      kind: this.#who.kind,
      beganAt,
      endedAt: systemClock.monotonic(),
      isAnswered: code === "answered",
    });
    if (code === "http 404") this.#session = undefined;
  }

  async #outcome(params: JsonObject): Promise<string> {
    const era = this.#who.kind === "modern" ? "modern" : "legacy";
    const { message, headers } = speak(era, {
      id: this.#count,
      method: "tools/call",
      params,
      meta: {},
    });
    try {
      const response = await this.#send(message, headers);
      const text = await response.text();
      return response.status === 200 ? codeIn(text) : `http ${response.status}`;
    } catch {
      return "cut";
    }
  }

  async #hasSession(): Promise<boolean> {
    if (this.#session !== undefined) return true;
    const capabilities = this.#who.kind === "asking session" ? { elicitation: {} } : {};
    const params = { ...hello, capabilities };
    const { message, headers } = speak("legacy", { id: 0, method: "initialize", params, meta: {} });
    try {
      const response = await this.#send(message, headers);
      await response.text();
      this.#session = response.headers.get("mcp-session-id") ?? undefined;
    } catch {
      return false;
    }
    if (this.#count > 0) this.#calling.reopened.count += 1;
    return this.#session !== undefined;
  }

  #send(message: JsonObject, headers: Readonly<Record<string, string>>): Promise<Response> {
    const session = this.#session === undefined ? {} : { "mcp-session-id": this.#session };
    return fetch(this.#calling.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${this.#who.key}`,
        ...headers,
        ...session,
      },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(patienceMs),
    });
  }
}

/** Returns the code of an answer, which is JSON or the only event of a stream. */
function codeIn(text: string): string {
  if (text === "") return "cut";
  const answer = parseJson(/^data: (.+)$/m.exec(text)?.[1] ?? text);
  if (!isJsonObject(answer)) return "cut";
  const { refused, rpc } = outcomeOf(answer);
  if (refused !== undefined) return refused;
  if (rpc !== undefined) return `error ${rpc}`;
  return own(answer, "result") === undefined ? "cut" : "answered";
}

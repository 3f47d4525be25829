import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Principal } from "../../pipeline/call.ts";
import { type EventFeed, type LiveTopic, liveTopics } from "../live/event-feed.ts";
import { readQuery } from "./approval-requests.ts";
import { EventBatches } from "./event-batches.ts";
import { EventStream } from "./event-stream.ts";
import { matcherOf } from "./match-route.ts";
import type { AdminPermission } from "./me.ts";
import { tenantOf } from "./operator.ts";

/** The path of the event stream. Public: never renamed, never reused. */
export const eventRoutes = [{ method: "GET", path: "/admin/v1/events" }] as const;

const match = matcherOf(eventRoutes);

export function isAboutEvents({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/events(?:[/?]|$)/.test(url);
}

/** Any of these lets a person follow the topic. */
const permissions: Readonly<Record<LiveTopic, readonly [AdminPermission, ...AdminPermission[]]>> = {
  calls: ["calls:read"],
  approvals: ["approvals:read"],
  tools: ["admissions:read"],
  servers: ["servers:read"],
  drafts: ["drafts:review", "drafts:write"],
};

const maxStreams = 8;

export interface EventsDeps extends Pick<Runtime, "clock"> {
  readonly feed: EventFeed;
}

/** Who follows, and until when. */
export interface FollowerOfEvents {
  readonly principal: Principal;
  readonly isPermitted: (permission: AdminPermission) => boolean;
  /** Aborts when the session or the key ends. Default: it cannot be revoked. */
  readonly ended: AbortSignal | undefined;
  /** When the session, the key or the token expires, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Streams events to people. Counts the streams of each principal. */
export class Events {
  readonly #deps: EventsDeps;
  readonly #batches: EventBatches;
  readonly #open = new Map<string, number>();

  constructor(deps: EventsDeps) {
    this.#deps = deps;
    this.#batches = new EventBatches(deps);
  }

  /** Answers with a stream that lasts until either side ends it. Throws a `Refusal`. */
  answer(request: IncomingMessage, response: ServerResponse, follower: FollowerOfEvents): void {
    const topics = topicsFor(request, follower);
    const { principal, isPermitted, ended, endsAt } = follower;
    const key = JSON.stringify([principal.id, principal.tenant]);
    const open = this.#open.get(key) ?? 0;
    if (open >= maxStreams) throw tooMany;
    this.#open.set(key, open + 1);
    response.once("close", () => this.#left(key));
    const { "last-event-id": lastId } = request.headers;
    const mayFollow = (topic: LiveTopic): boolean =>
      topics.has(topic) && permissions[topic].some(isPermitted);
    const within = tenantOf(principal);
    const deps = { ...this.#deps, batches: this.#batches };
    const stream = new EventStream(deps, response, { mayFollow, within, ended, endsAt });
    stream.begin(typeof lastId === "string" ? lastId : undefined);
  }

  #left(key: string): void {
    const rest = (this.#open.get(key) ?? 1) - 1;
    if (rest === 0) this.#open.delete(key);
    else this.#open.set(key, rest);
  }
}

/** A named topic needs its permission. Without names, the permitted ones are meant. */
function topicsFor(
  request: IncomingMessage,
  { isPermitted }: FollowerOfEvents,
): ReadonlySet<LiveTopic> {
  const named = topicsIn(request);
  const topics = named ?? liveTopics;
  const allowed = topics.filter((topic) => permissions[topic].some(isPermitted));
  const lacking = topics.find((topic) => !allowed.includes(topic));
  if (lacking !== undefined && (named !== undefined || allowed.length === 0)) {
    throw new Refusal("permission-missing", { missing: permissions[lacking][0] });
  }
  return new Set(allowed);
}

/** Returns the topics of the query. Undefined if it names none. */
function topicsIn({ url = "", method }: IncomingMessage): readonly LiveTopic[] | undefined {
  const [path = "", query = "", ...others] = url.split("?");
  match(path, method);
  const asked = others.length > 0 ? undefined : readQuery(query, wishes);
  if (asked === undefined) throw new Refusal("request-invalid", { because: "query", expected });
  return asked.topics;
}

interface Asked {
  readonly topics: readonly LiveTopic[];
}

const expected = `topics, a list of ${liveTopics.join(", ")} with commas`;

const wishes: ReadonlyMap<string, (value: string) => Asked | undefined> = new Map([
  [
    "topics",
    (value: string) => {
      const topics = value.split(",").map((name) => liveTopics.find((each) => each === name));
      const known = topics.flatMap((each) => each ?? []);
      return known.length === topics.length ? { topics: known } : undefined;
    },
  ],
]);

const tooMany = new Refusal("admin-unavailable", { because: "streams" });

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { incomingCall, resolvedCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { IncomingCall } from "../../pipeline/call.ts";
import type { Outcome } from "../../pipeline/outcome.ts";
import { CallWatchers } from "../../pipeline/watch-calls.ts";
import { CallRing } from "./call-ring.ts";
import { EventFeed } from "./event-feed.ts";
import { watchLive } from "./watch-live.ts";

const secret = "a value of the caller";

const hide = (text: string): string => text.replaceAll(secret, "***");

function ended(call: IncomingCall, outcome: Outcome) {
  const clock = createFakeClock();
  const [ring, feed] = [new CallRing(clock), new EventFeed("boot")];
  const watchers = new CallWatchers(
    [watchLive({ clock, ring, feed, listeners: new Set(), hide })],
    clock,
  );
  watchers.closed(call, outcome, watchers.opened(call));
  return { buckets: ring.buckets(), events: feed.after(0) ?? [] };
}

const refused: Outcome = {
  kind: "refused",
  error: new Refusal("rate-limited", { tool: secret, retryAfterMs: 1 }),
};

describe("a watched call", () => {
  it("is counted, and an event with its ids and its outcome", () => {
    const { buckets, events } = ended(resolvedCall(), refused);

    expect(buckets).toMatchObject([{ count: 1, refused: 1 }]);
    expect(events).toMatchObject([
      {
        topic: "calls",
        tenant: null,
        data: {
          at: Date.UTC(2026, 10, 1),
          stage: "authorize",
          status: "refused",
          code: "rate-limited",
          ms: 0,
        },
      },
    ]);
    expect(Object.keys(events[0]?.data ?? {})).toEqual([
      "id",
      "at",
      "tool",
      "server",
      "stage",
      "status",
      "code",
      "ms",
    ]);
  });

  it("shows no argument and no text of a refusal, and belongs to the caller's tenant", () => {
    const principal = { id: secret, permissions: "all", tenant: "north" } as const;
    const { events } = ended(resolvedCall({ arguments: { city: secret }, principal }), refused);

    expect(events).toMatchObject([{ tenant: "north" }]);
    expect(JSON.stringify(events[0]?.data)).not.toContain(secret);
  });

  it("has no secret in the name of a tool that its caller made up", () => {
    const { events } = ended(incomingCall({ tool: `hello ${secret}` }), refused);

    expect(events[0]?.data["tool"]).toBe("hello ***");
  });

  it("has at most 128 characters of a name that the caller made up", () => {
    const { events } = ended(incomingCall({ tool: "x".repeat(1_000) }), refused);

    expect(events[0]?.data["tool"]).toBe("x".repeat(128));
    expect(events[0]?.data["server"]).toBeNull();
  });
});

import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openTarget } from "@toolcourt/testing/target";
import { describe, expect, it } from "vitest";
import { EgressFailure } from "./egress-failure.ts";
import { methods } from "./egress-rules.ts";
import { openEgress } from "./open-egress.ts";

// Host × method × payload size at the edges: outcomes match the table, and nothing else is sent.

const maxPayloadBytes = 64;
const sizes = [0, maxPayloadBytes - 1, maxPayloadBytes, maxPayloadBytes + 1];
const asked = [...methods, "TRACE", "CONNECT", "get", "PROPFIND"];

/** Methods allowed per host. Unlisted hosts and lookalikes: none. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  "reads.test": ["GET", "HEAD"],
  "writes.test": ["POST", "PUT"],
  "sub.reads.test": [],
  "reads.test.evil.test": [],
  "xreads.test": [],
};

function expectedOf(host: string, method: string, size: number): string {
  const allowed = hosts[host] ?? [];
  if (allowed.length === 0) return "host-refused";
  if (!allowed.includes(method)) return "method-refused";
  return size > maxPayloadBytes ? "payload-too-large" : "sent";
}

describe.each(Object.keys(hosts))("%s", (host) => {
  it.each(asked)("follows the table for %s, with payloads around the limit", async (method) => {
    await using target = await openTarget((request, response) => {
      request.resume();
      response.end();
    });
    const { port } = target;
    await using egress = openEgress(
      {
        policy: {
          hosts: [
            { host: "reads.test", scheme: "http", port, addresses: "loopback" },
            {
              host: "writes.test",
              scheme: "http",
              port,
              methods: ["POST", "PUT"],
              addresses: "loopback",
            },
          ],
        },
        gateway: { kind: "none" },
        redirects: "refused",
        retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1 } },
        limits: { maxPayloadBytes, maxResponseBytes: 10, deadlineMs: 5_000, connections: 1 },
      },
      { clock: systemClock, lookup: async () => ["127.0.0.1"], random: () => 0 },
    );
    const outcomes: string[] = [];
    for (const size of sizes) {
      const body = size === 0 ? {} : { body: "x".repeat(size) };
      const url = `http://${host}:${port}/`;
      const outcome = egress.request({ method, url, ...body }).then(
        () => "sent",
        (error: unknown) => (error instanceof EgressFailure ? error.kind : "bug"),
      );
      outcomes.push(await outcome);
    }

    const expected = sizes.map((size) => expectedOf(host, method, size));
    expect(outcomes).toEqual(expected);
    expect(target.seen).toHaveLength(expected.filter((each) => each === "sent").length);
  });
});

import type { TargetRequest } from "@toolcourt/sdk";
import { codeOf, secretOf } from "@toolcourt/testing/http-tools";
import { describe, expect, it } from "vitest";
import type { EgressRequest } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import type { Outgoing } from "../../upstreams/upstream.ts";
import { openToolEgress, type TargetRoute } from "./tool-egress.ts";

const origin = "https://api.example.com";
const connection = { id: "c1", tenant: "", origins: [origin] };
const credential = { headers: { authorization: secretOf("Bearer t0ken") }, origins: [origin] };
const outgoing: Outgoing = {
  tool: "list-things",
  operation: "",
  effect: "read",
  connection,
  tier: "cost",
  scope: { subscriptionId: "s1" },
};

interface Scene {
  readonly route?: TargetRoute;
  readonly fails?: EgressFailure;
  readonly outgoing?: Outgoing;
}

function setUp({ route = "gateway", fails, ...more }: Scene = {}) {
  const sent: EgressRequest[] = [];
  const refused: unknown[] = [];
  const stop = new AbortController();
  const open = openToolEgress(
    more.outgoing ?? outgoing,
    {
      egress: {
        request: async (request) => {
          sent.push(request);
          if (fails !== undefined) throw fails;
          const headers = { "set-cookie": "a=b", link: "<t0ken>" };
          const body = Buffer.from("it is t0ken");
          return { status: 200, headers, body, url: request.url, isPartial: false, attempts: 1 };
        },
        nextPage: (from, link) => {
          if (!link.startsWith(origin)) throw new EgressFailure("link-refused");
          return `${link}&after=${from}`;
        },
      },
      connections: {
        credential: async () => credential,
        refused: async (_usable, which) => void refused.push(which),
      },
      routeOf: () => route,
      hideSecrets: (text) => text.replaceAll("t0ken", "***"),
    },
    stop.signal,
  );
  const request = async (asked: Partial<TargetRequest> = {}) => {
    if (open === undefined) throw new TypeError("There is no egress.");
    return open.egress.request({ method: "GET", url: `${origin}/`, ...asked });
  };
  return { open, request, sent, refused, stop };
}

describe("the egress of a local tool", () => {
  it("sends with the credential of the call's connection, and returns no secret", async () => {
    const { request, sent } = setUp();

    expect(await request()).toEqual({
      status: 200,
      headers: { link: "<***>" },
      body: "it is ***",
      url: `${origin}/`,
      isPartial: false,
    });
    expect(sent).toMatchObject([{ credential, changes: false }]);
  });

  it("does not exist without a connection", () => {
    const { connection: _, ...without } = outgoing;

    expect(setUp({ outgoing: without }).open).toBeUndefined();
  });

  it.each<[TargetRoute, string]>([
    ["direct", "egress-refused"],
    ["unknown", "egress-refused"],
    ["missing", "gateway-required"],
  ])("sends nothing if the route is %s", async (route, code) => {
    const { request, sent } = setUp({ route });

    expect(await codeOf(request())).toBe(code);
    expect(sent).toEqual([]);
  });

  it.each(["PUT", "PATCH", "DELETE", "delete", "MERGE"])(
    "does not send %s for a tool that only reads",
    async (method) => {
      const { request, sent } = setUp();

      await expect(request({ method })).rejects.toMatchObject({
        code: "egress-refused",
        details: { rule: "effect" },
      });
      expect(sent).toEqual([]);
    },
  );

  it.each(["GET", "HEAD", "OPTIONS", "POST"])("repeats %s of such a tool", async (method) => {
    const { request, sent } = setUp();
    await request({ method });

    expect(sent).toMatchObject([{ method, changes: false }]);
  });

  it.each(["PUT", "PATCH", "DELETE"])(
    "does not repeat %s of a tool that writes",
    async (method) => {
      const { request, sent } = setUp({ outgoing: { ...outgoing, effect: "write" } });
      await request({ method });

      expect(sent).toMatchObject([{ method, changes: true }]);
    },
  );

  it("follows links to further pages as HTTP tools do", async () => {
    const { request, sent } = setUp();
    await request({ url: `${origin}/?page=2`, from: `${origin}/` });

    expect(sent[0]?.url).toBe(`${origin}/?page=2&after=${origin}/`);
    expect(await codeOf(request({ url: "https://other.example/", from: origin }))).toBe(
      "egress-refused",
    );
  });

  it("tells a denial with tier and scope", async () => {
    const { request } = setUp({ fails: new EgressFailure("access-denied", { status: 403 }) });

    await expect(request()).rejects.toMatchObject({
      code: "target-denied",
      details: { tool: "list-things", tier: "cost", scope: { subscriptionId: "s1" } },
    });
  });

  it("tells the connection of a refused token", async () => {
    const { request, refused } = setUp({ fails: new EgressFailure("unauthenticated") });

    expect(await codeOf(request())).toBe("target-unauthenticated");
    expect(refused).toEqual([credential]);
  });

  it.each(["the call ends", "the caller leaves"])("sends nothing after %s", async (when) => {
    const { request, open, stop, sent } = setUp();
    if (when === "the call ends") open?.[Symbol.dispose]();
    else stop.abort();

    await expect(request()).rejects.toThrow(/abort/i);
    expect(sent).toEqual([]);
  });

  it("has an end", async () => {
    const { request, sent } = setUp();
    for (let count = 0; count < 1_000; count += 1) await request();

    expect(await codeOf(request())).toBe("egress-refused");
    expect(sent).toHaveLength(1_000);
  });
});

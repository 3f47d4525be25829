import type { Effect } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { codeOf, secretOf } from "@toolcourt/testing/http-tools";
import { describe, expect, it } from "vitest";
import type { Connections } from "../../boundary/connections/connections.ts";
import type { Egress, EgressAnswer, EgressRequest } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { readToolsFile } from "./read-tools-file.ts";
import { createSendOperation } from "./send-operation.ts";

const file = `tools:
  - { name: get-thing, description: d, get: /thing, output: { type: object } }
  - { name: start-thing, description: d, post: /thing, body: { a: 1 }, headers: { X-Kind: a, If-Match: b }, poll: { header: Location }, idempotency_key: Idempotency-Key, output: { type: object } }
  - { name: list-things, description: d, get: /things, paging: { items: /value, next_link: /next }, output: { type: object } }
  - { name: add-thing, description: d, post: /thing, body: { a: 1 }, idempotency_key: Idempotency-Key, output: { type: object } }
`;

function toolNamed(name: string) {
  const reading = readToolsFile(file, "t.yaml");
  const found =
    reading.kind === "tools" ? reading.tools.find(({ tool }) => tool["name"] === name) : undefined;
  if (found === undefined) throw new TypeError("The file has no such tool.");
  return found;
}

const good: EgressAnswer = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: Buffer.from("{}"),
  url: "https://api.example.com/thing",
  isPartial: false,
  attempts: 1,
};
/** Parsable JSON that is too deep to serialize again. */
const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
const usable = { id: "c1", tenant: "", origins: ["https://api.example.com"] };

/** Sends a call to a target with these answers in sequence, over a connection with these tokens. */
function setUp(
  answers: readonly (EgressAnswer | Error)[],
  tokens: readonly string[],
  {
    name = "get-thing",
    effect = "read",
    maxRetries,
  }: { name?: string; effect?: Effect; maxRetries?: number } = {},
) {
  const sent: EgressRequest[] = [];
  const refused: unknown[] = [];
  const credentials = tokens.map((token) => ({
    headers: { authorization: secretOf(token) },
    origins: usable.origins,
  }));
  let asked = 0;
  const connections: Pick<Connections, "credential" | "refused"> = {
    credential: async () => {
      const credential = credentials[Math.min(asked, credentials.length - 1)];
      asked += 1;
      if (credential === undefined) throw new Error("There is no token.");
      return credential;
    },
    refused: async (_usable, credential) => void refused.push(credential),
  };
  const egress: Pick<Egress, "request" | "nextPage"> = {
    request: async (request) => {
      const answer = answers[sent.push(request) - 1] ?? good;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    nextPage: (_from, link) => {
      if (!link.startsWith("/")) throw new EgressFailure("link-refused");
      return `https://api.example.com${link}`;
    },
  };
  let ids = 0;
  const send = createSendOperation({
    egress,
    connections,
    clock: { ...createFakeClock(), sleep: async () => undefined },
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
  });
  const connection = tokens.length > 0 && { connection: usable };
  const capped = maxRetries !== undefined && { maxRetries };
  const outgoing = { tool: name, operation: "x", effect, ...connection, ...capped };
  const base = new URL("https://api.example.com");
  const sending = { http: toolNamed(name), server: "shop", arguments: {}, outgoing, base };
  return { sent, refused, credentials, send: () => send(sending, noAbort) };
}

function accepted(location: string): EgressAnswer {
  return { ...good, status: 202, headers: { location }, body: Buffer.of() };
}

const unauthenticated = new EgressFailure("unauthenticated", {
  status: 401,
  mayHaveTakenEffect: false,
});

describe("a sent call", () => {
  it("carries the credential of its connection", async () => {
    const { send, sent, credentials } = setUp([], ["one"]);
    await send();

    expect(sent.map(({ credential }) => credential)).toEqual([credentials[0]]);
  });

  it("T23: tells the egress how often the policy lets it retry", async () => {
    const { send, sent } = setUp([], [], { maxRetries: 0 });
    await send();

    expect(sent[0]).toMatchObject({ maxRetries: 0 });
  });

  it("carries no credential without a connection", async () => {
    const { send, sent } = setUp([], []);
    await send();

    expect(sent[0]).not.toHaveProperty("credential");
  });

  it("is not retried with another token, but reports the refused token to the connection", async () => {
    const { send, sent, refused, credentials } = setUp([unauthenticated], ["one", "two"]);

    expect(await codeOf(send())).toBe("target-unauthenticated");
    expect([sent.length, refused]).toEqual([1, [credentials[0]]]);
  });

  it("reports no token that is good, but for another part of the target", async () => {
    const elsewhere = new EgressFailure("out-of-scope", { status: 401, level: "tenantId" });
    const { send, sent, refused } = setUp([elsewhere], ["one", "two"]);

    expect(await codeOf(send())).toBe("connection-scope");
    expect([sent.length, refused]).toEqual([1, []]);
  });

  it("uses another token next time", async () => {
    const { send, sent, credentials } = setUp([unauthenticated], ["one", "two"]);
    await send().catch(() => undefined);

    await expect(send()).resolves.toMatchObject({ isError: false });
    expect(sent.map(({ credential }) => credential)).toEqual(credentials);
  });

  it("is not retried if it may have taken effect", async () => {
    const doubtful = new EgressFailure("unauthenticated", {
      status: 401,
      mayHaveTakenEffect: true,
    });
    const { send, sent } = setUp([doubtful], ["one", "two"], { name: "add-thing" });

    expect(await codeOf(send())).toBe("outcome-unknown");
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["get-thing", "write", true],
    ["get-thing", "read", false],
    ["add-thing", "read", false],
    ["add-thing", "destroy", true],
  ] as const)("as %s, with the effect %s, counts as a write: %s", async (name, effect, changes) => {
    const { send, sent } = setUp([], [], { name, effect });
    await send();

    expect(sent).toEqual([expect.objectContaining({ changes })]);
  });

  it.each([
    ["read", "{", "target-failed"],
    ["write", "{", "outcome-unknown"],
    ["read", deep, "target-failed"],
    ["write", deep, "outcome-unknown"],
  ] as const)(
    "with the effect %s and an unreadable answer (%.9s) ends as %s",
    async (effect, text, code) => {
      const { send } = setUp([{ ...good, body: Buffer.from(text) }], [], { effect });

      expect(await codeOf(send())).toBe(code);
    },
  );

  it.each([
    [10, false],
    [200_000, true],
  ])("yields to the event loop after an answer of %d bytes: %s", async (bytes, isLong) => {
    const { send } = setUp([{ ...good, body: Buffer.from(`{"a":"${"x".repeat(bytes)}"}`) }], []);
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    await send();

    expect(turned).toBe(isLong);
  });

  it("reads the state of a long operation over its connection", async () => {
    const { send, sent, credentials } = setUp([accepted("/state/1")], ["one"], {
      name: "start-thing",
      effect: "write",
    });

    await expect(send()).resolves.toMatchObject({ structuredContent: {} });
    expect(sent[1]).toEqual({
      method: "GET",
      url: "https://api.example.com/state/1",
      headers: { accept: "application/json", "x-kind": "a" },
      changes: false,
      credential: credentials[0],
      signal: noAbort,
    });
  });

  it.each([
    ["read", "https://evil.example/state", ["egress-refused", 1]],
    ["write", "https://evil.example/state", ["outcome-unknown", 1]],
    ["read", "/state/1", ["target-failed", 2]],
    ["write", "/state/1", ["outcome-unknown", 2]],
  ] as const)(
    "with the effect %s and a state at %s that cannot be read ends as %j",
    async (effect, link, expected) => {
      const failed = new EgressFailure("failed", { status: 500 });
      const { send, sent } = setUp([accepted(link), failed], [], { name: "start-thing", effect });

      expect([await codeOf(send()), sent.length]).toEqual(expected);
    },
  );

  it.each([
    ["read", 2, true],
    ["write", 1, false],
  ] as const)(
    "with the effect %s reads %i pages, and says whether there are more",
    async (effect, pages, complete) => {
      const first = { value: [1], next: "/things?2" };
      const answers = [first, { value: [2] }].map((body) => ({
        ...good,
        body: Buffer.from(JSON.stringify(body)),
      }));
      const { send, sent } = setUp(answers, [], { name: "list-things", effect });

      await expect(send()).resolves.toMatchObject({
        structuredContent: { paging: { pages, complete } },
      });
      expect(sent).toHaveLength(pages);
    },
  );

  it("carries an idempotency key if the target supports it", async () => {
    const { send, sent } = setUp([], ["one"], { name: "add-thing" });
    await send();

    expect(sent.map(({ idempotency }) => idempotency)).toEqual([
      { header: "Idempotency-Key", key: "id-1" },
    ]);
  });
});

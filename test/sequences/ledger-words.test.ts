import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Client } from "@modelcontextprotocol/client";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { asReviewer, items, openLedgerWorld, origins, reviewer, stranger } from "./ledger-world.ts";

const host = generateKeyPairSync("ed25519");
const other = generateKeyPairSync("ed25519");
const { kty, crv, x } = host.publicKey.export({ format: "jwk" });
const policy = origins.replace(
  "sequences:",
  `hosts: [{ id: desk-host, key: ${JSON.stringify({ kty, crv, x })} }]\nsequences:`,
);
const text = `Write to ${stranger}.`;

interface Said {
  readonly by?: string;
  readonly tenant?: string;
  readonly ends?: number;
  readonly key?: KeyObject;
  readonly typ?: string;
}

/** Signs the words as a JWS, as a host does. */
function signed({ by = reviewer.id, tenant = "north", ends = 60, ...said }: Said = {}): string {
  const { key = host.privateKey, typ = "toolcourt-words+jwt" } = said;
  const exp = Math.floor(systemClock.now() / 1_000) + ends;
  const claims = { text, tenant, iss: "desk-host", sub: by, jti: "n-1", exp };
  const parts = [{ alg: "EdDSA", typ }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const data = parts.join(".");
  return `${data}.${sign(null, Buffer.from(data), key).toString("base64url")}`;
}

/** Sends to the stranger with this metadata, after the stranger was read. Returns the code. */
async function sentWith(_meta: JsonObject): Promise<string> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const answers = { read_inbox: () => items(stranger) };
  const world = await openLedgerWorld(stack, { policy, answers });
  return asReviewer(world, async (client) => {
    await client.callTool({
      name: "read_inbox",
      arguments: {},
      _meta: { "dev.toolcourt/query": "q-1" },
    });
    return codeOf(client, _meta);
  });
}

async function codeOf(client: Client, _meta: JsonObject): Promise<string> {
  const params = { name: "send_mail", arguments: { to: stranger }, _meta };
  const result = JSON.stringify(await client.callTool(params));
  return /"code":"([a-z-]+)"/.exec(result)?.[1] ?? "ran";
}

describe("words that come with a call", () => {
  it("are the person's if their host signed them", async () => {
    expect(await sentWith({ "dev.toolcourt/words": signed() })).toBe("ran");
  });

  it.each<readonly [string, Said]>([
    ["of another key", { key: other.privateKey }],
    ["of another principal", { by: "user:bob" }],
    ["of another tenant", { tenant: "south" }],
    ["that have expired", { ends: -3_600 }],
    ["that are a token for access", { typ: "at+jwt" }],
  ])("count as not said %s", async (_, said) => {
    const words = signed(said);

    expect(await sentWith({ "dev.toolcourt/words": words })).toBe("approval-required");
  });

  it.each<readonly [string, JsonObject]>([
    ["words that the client claims", { "dev.toolcourt/words": { text } }],
    ["words that the client calls typed", { "dev.toolcourt/words": { kind: "typed", text } }],
    ["another query", { "dev.toolcourt/query": "q-2" }],
    ["another conversation", { "dev.toolcourt/conversation": "c-2" }],
    ["another session", { "dev.toolcourt/session": "s-2", "dev.toolcourt/correlation": "x" }],
  ])("or %s make no decision milder", async (_, _meta) => {
    expect(await sentWith(_meta)).toBe("approval-required");
  });
});

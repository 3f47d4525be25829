import { beforeAll, describe, expect, it } from "vitest";
import { reading } from "../gate/tools.ts";
import { callerFor, callOf } from "./caller.ts";
import { openServed, type Served } from "./served.ts";
import { visit } from "./visit.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;

const forLocal = `version: 1
statements:
  - { id: all, effect: allow, kinds: [local], tools: ["*"] }
...
`;

let known: Served;
let open: Served;
let token: string;
beforeAll(async () => {
  const tools = [reading("get-forecast")];
  [known, open] = await Promise.all([
    openServed({ tools }),
    // Nobody has to say who they are: whoever sits at this machine may call.
    openServed({ tools, policy: forLocal, keys: { server: {} } }),
  ]);
  ({ token } = await callerFor(known, "ada"));
  return async () => {
    await known[Symbol.asyncDispose]();
    await open[Symbol.asyncDispose]();
  };
}, timeout);

const { body, headers: plain } = callOf("get-forecast", { city: "Oslo" }, { era: "legacy" });
const call = { body: typeof body === "string" ? body : "" };
const usual = Object.fromEntries(new Headers(plain));

describe("a request that came through a proxy", { timeout }, () => {
  it.each([
    { forwarded: "for=203.0.113.7" },
    { via: "1.1 proxy.example" },
    { "x-forwarded-for": "203.0.113.7" },
    { "x-forwarded-for": "127.0.0.1" },
    { "x-forwarded-host": "tools.example.com" },
    { "x-forwarded-proto": "https" },
    { "x-real-ip": "203.0.113.7" },
  ])("is not of whoever sits at this machine: %j", async (headers) => {
    const before = open.upstream.calls.length;

    const answer = await visit(open.url(), { ...call, headers: { ...usual, ...headers } });

    expect(answer.status).toBe(403);
    expect(open.upstream.calls).toHaveLength(before);
  });

  it("is of whoever its token names", async () => {
    const authorization = `Bearer ${token}`;
    const headers = { ...usual, authorization, "x-forwarded-for": "203.0.113.7" };

    const answer = await visit(known.url(), { ...call, headers });

    expect(answer.status).toBe(200);
    expect(known.upstream.calls).toHaveLength(1);
  });
});

import { ProtocolError } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { UpstreamError } from "../../packages/gateway/src/upstreams/upstream.ts";
import {
  ada,
  bob,
  eve,
  items,
  type LedgerOptions,
  type LedgerWorld,
  openLedgerWorld,
  stranger,
  untyped,
} from "./ledger-world.ts";

async function open(options?: LedgerOptions): Promise<LedgerWorld> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  return openLedgerWorld(stack, options);
}

function failing(): never {
  const cause = new ProtocolError(-32_000, `See\n${stranger}`);
  throw new UpstreamError({ kind: "rpc", code: -32_000 }, { cause });
}

const toStranger = { tool: "send_mail", args: { to: stranger } };
const asks = "approval-required";

describe("attacks on what a principal has read", () => {
  it("asks for a value that only a stranger named, and passes what the person named", async () => {
    const { call, sent } = await open({
      answers: { read_inbox: () => items(`Write ${stranger}`) },
    });
    await call({ tool: "read_inbox" });

    expect((await call(toStranger)).code).toBe(asks);
    expect((await call({ ...toStranger, words: "Write to zoe@example.com." })).code).toBe(asks);
    expect(sent).toHaveLength(1);
    const own = { tool: "send_mail", args: { to: "zoe@example.com" } };
    expect((await call(own)).code).toBeUndefined();
  });

  it.each([
    ["a tool's text without a schema", { read_page: () => untyped(`Contacts:\n${stranger}\nBye`) }],
    ["a tool's error", { read_page: () => ({ ...untyped(`No.\n${stranger}\n`), isError: true }) }],
    ["a failure of the server", { read_page: failing }],
  ])("takes %s for a stranger's, before a field of ours repeats it", async (_, answers) => {
    const { call } = await open({ answers: { ...answers, list_contacts: () => items(stranger) } });
    await call({ tool: "read_page", args: { page: "x" } });
    await call({ tool: "list_contacts" });

    expect((await call(toStranger)).code).toBe(asks);
  });

  it.each([
    ["", ada],
    ["by another principal of the tenant", bob],
  ])("keeps what was written as taint %s", async (_, by) => {
    const { call } = await open({ answers: { list_contacts: () => items(stranger) } });
    await call({ tool: "create_contact", args: { email: stranger } });
    await call({ tool: "list_contacts", by });

    expect((await call({ ...toStranger, by })).code).toBe(asks);
  });

  it("keeps tenants apart", async () => {
    const { call } = await open({ answers: { list_contacts: () => items(stranger) } });
    await call({ tool: "create_contact", args: { email: stranger } });
    await call({ tool: "list_contacts", by: eve });

    expect((await call({ ...toStranger, by: eve })).code).toBeUndefined();
  });
});

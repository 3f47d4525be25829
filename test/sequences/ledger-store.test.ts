import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { link } from "../../packages/gateway/src/governance/audit/chain.ts";
import type { HistoryStore } from "../../packages/gateway/src/stores/history-store.ts";
import { openMemoryStores } from "../../packages/gateway/src/stores/memory/open-memory-stores.ts";
import { StoreError } from "../../packages/gateway/src/stores/store-error.ts";
import {
  ceiling,
  filesOf,
  items,
  type LedgerOptions,
  type LedgerWorld,
  openLedgerWorld,
  origins,
  stranger,
} from "./ledger-world.ts";

/** A store of histories that can be switched off, and whose next rows can be damaged. */
function switchable() {
  const stores = openMemoryStores({ link });
  const { histories } = stores;
  const state = { isAway: false, isDamaged: false };
  const unlessAway = <Result>(act: () => Promise<Result>): Promise<Result> =>
    state.isAway ? Promise.reject(new StoreError("unreachable")) : act();
  const switched: HistoryStore = {
    forget: (...asked) => histories.forget(...asked),
    read: async (...asked) => {
      const entries = await unlessAway(() => histories.read(...asked));
      return state.isDamaged ? entries.map((each) => ({ ...each, body: "%" })) : entries;
    },
    append: (...asked) => unlessAway(() => histories.append(...asked)),
  };
  return { state, stores: { ...stores, histories: switched } };
}

async function open(options?: LedgerOptions): Promise<LedgerWorld> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  return openLedgerWorld(stack, options);
}

const observing = (policy: string): string => policy.replace("...\n", "mode: observe\n...\n");
const send = { tool: "send_mail", args: { to: stranger } };

describe("a store of histories that is away", () => {
  it("refuses every call under enforce, and nothing is sent", async () => {
    const { state, stores } = switchable();
    const { call, sent } = await open({ stores });
    state.isAway = true;

    expect((await call(send)).code).toBe("sequence-unavailable");
    expect((await call({ tool: "read_inbox" })).code).toBe("sequence-unavailable");
    expect(sent).toEqual([]);
    state.isAway = false;
    expect((await call({ tool: "pay", args: { amount: 1 } })).code).toBeUndefined();
  });

  it("refuses no call under observe", async () => {
    const { state, stores } = switchable();
    const { call, sent } = await open({ stores, policy: observing(origins) });
    state.isAway = true;

    expect((await call(send)).code).toBeUndefined();
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["under enforce", origins, "sequence-unavailable"],
    ["under observe", observing(origins), undefined],
  ])("is as bad as one with damaged rows, %s", async (_, policy, code) => {
    const { state, stores } = switchable();
    const first = await open({ stores, policy, answers: { read_inbox: () => items("hello") } });
    await first.call({ tool: "read_inbox" });
    state.isDamaged = true;
    const { call } = await open({ stores, policy, folder: first.folder });

    expect((await call(send)).code).toBe(code);
  });

  it("withholds a result that it cannot remember", async () => {
    const { state, stores } = switchable();
    const read_inbox = () => {
      state.isAway = true;
      return items("The password is xyzzy-plugh.");
    };
    const { call } = await open({ stores, answers: { read_inbox } });

    const { code, result } = await call({ tool: "read_inbox" });

    expect(code).toBe("sequence-unavailable");
    expect(JSON.stringify(result)).not.toContain("xyzzy");
    expect(JSON.stringify(result)).toContain('"mayHaveActed":true');
  });

  it("loses no taint of a call that has run", async () => {
    const { state, stores } = switchable();
    const create_contact = () => {
      state.isAway = true;
      return { structuredContent: { ok: true } };
    };
    const answers = { create_contact, list_contacts: () => items(stranger) };
    const { call } = await open({ stores, answers });
    await call({ tool: "create_contact", args: { email: stranger } });
    state.isAway = false;
    await call({ tool: "list_contacts" });

    expect((await call(send)).code).toBe("approval-required");
  });
});

describe("a gateway that was killed", () => {
  it("leaves its reservations, and they count", async () => {
    const gate = Promise.withResolvers<never>();
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
    const pay = (): Promise<never> => {
      begun();
      return gate.promise;
    };
    const { stores } = switchable();
    const policy = ceiling("principal");
    const killed = await open({ stores, policy, answers: { pay } });
    const running = killed.call({ tool: "pay", args: { amount: 60 } });
    await hasBegun;
    const { call } = await open({ stores, policy, folder: killed.folder });

    expect((await call({ tool: "pay", args: { amount: 60 } })).code).toBe("sequence-denied");
    expect((await call({ tool: "pay", args: { amount: 40 } })).code).toBeUndefined();
    gate.reject(new StoreError("closed"));
    await running.catch(() => undefined);
  });

  it("leaves the taint of what it was writing", async () => {
    const gate = Promise.withResolvers<never>();
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
    const create_contact = (): Promise<never> => {
      begun();
      return gate.promise;
    };
    const { stores } = switchable();
    const killed = await open({ stores, answers: { create_contact } });
    const running = killed.call({ tool: "create_contact", args: { email: stranger } });
    await hasBegun;
    const answers = { list_contacts: () => items(stranger) };
    const { call } = await open({ stores, answers, folder: killed.folder });
    await call({ tool: "list_contacts" });

    expect((await call(send)).code).toBe("approval-required");
    gate.reject(new StoreError("closed"));
    await running.catch(() => undefined);
  });
});

describe("a restart", () => {
  it("forgets nothing, also with other statements in between", async () => {
    const url = "sqlite:state.db";
    await using folder = await openFolder(filesOf(url, { policy: ceiling("principal") }));
    const pay = async (amount: number): Promise<string | undefined> => {
      await using stack = new AsyncDisposableStack();
      const { call } = await openLedgerWorld(stack, { folder, stores: url });
      return (await call({ tool: "pay", args: { amount } })).code;
    };
    expect(await pay(60)).toBeUndefined();
    await folder.write("policy.yaml", origins);
    expect(await pay(60)).toBeUndefined();
    await folder.write("policy.yaml", ceiling("principal"));

    expect(await pay(60)).toBe("sequence-denied");
  });

  it("keeps a stranger's value one", async () => {
    const url = "sqlite:state.db";
    await using folder = await openFolder(filesOf(url, {}));
    const answers = { read_inbox: () => items(stranger), list_contacts: () => items(stranger) };
    const codes: unknown[] = [];
    for (const each of [{ tool: "read_inbox" }, { tool: "list_contacts" }, send]) {
      await using stack = new AsyncDisposableStack();
      const { call } = await openLedgerWorld(stack, { folder, stores: url, answers });
      codes.push((await call(each)).code);
    }

    expect(codes).toEqual([undefined, undefined, "approval-required"]);
  });
});

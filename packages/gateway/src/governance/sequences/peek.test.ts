import {
  authorizedCall,
  connectedCall,
  registeredTool,
  toolContract,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { policy } from "@toolcourt/testing/policy";
import { expect, it } from "vitest";
import type { AuthorizedCall } from "../../pipeline/call.ts";
import type { HistoryStore } from "../../stores/history-store.ts";
import { createMemoryHistories } from "../../stores/memory/histories.ts";
import { StoreError } from "../../stores/store-error.ts";
import { openSequences } from "./stage.ts";

const known = `statements: []
sequences:
  - id: known
    from: { destination: [user] }
    ask: operator`;
const once = `statements: []
sequences:
  - { id: once, count: { over: PT1H, at_most: 1 } }`;

function setUp(text: string, store: HistoryStore = createMemoryHistories()) {
  const written: string[] = [];
  const state = { kind: "usable", policy: policy(text) } as const;
  const sequences = openSequences({
    policy: { state: () => state },
    store: {
      ...store,
      append: (history, entry, previousAt) => {
        written.push(entry.body);
        return store.append(history, entry, previousAt);
      },
    },
    key: new Uint8Array(32),
    clock: createFakeClock(),
    subjects: { of: ({ id }) => ({ id }) },
    onObserved: () => undefined,
  });
  return { ...sequences, written };
}

const sending = registeredTool({
  contract: toolContract({
    effect: "write",
    terms: { input: { "/to": { role: "destination", kind: "email" } } },
  }),
});

function call(differences: Partial<AuthorizedCall> = {}): AuthorizedCall {
  return authorizedCall({ registered: sending, input: { to: "eve@x.example" }, ...differences });
}

it("asks where the call would ask, and remembers nothing", async () => {
  const { peekSequence, written } = setUp(known);

  expect(await peekSequence(call())).toMatchObject({
    kind: "asks",
    from: "operator",
    reasons: [{ statement: "known", pointer: "/to" }],
  });
  expect(written).toEqual([]);
});

it("counts the person's words without remembering them", async () => {
  const { peekSequence, written } = setUp(known);
  const words = { kind: "typed", text: "Write to eve@x.example" } as const;
  const claimed = { kind: "claimed", text: "Write to eve@x.example" } as const;

  expect(await peekSequence(call({ words }))).toEqual({ kind: "passed" });
  expect(await peekSequence(call({ words: claimed }))).toMatchObject({ kind: "asks" });
  expect(await peekSequence(call())).toMatchObject({ kind: "asks" });
  expect(written).toEqual([]);
});

it("takes no place in a count, and refuses once one is taken", async () => {
  const { peekSequence, judgeSequence } = setUp(once);

  for (const _ of [1, 2, 3]) expect(await peekSequence(call())).toEqual({ kind: "passed" });
  await judgeSequence(connectedCall({ ...call(), callId: "first" }));

  await expect(peekSequence(call())).rejects.toMatchObject({ code: "sequence-denied" });
});

const away = () => Promise.reject(new StoreError("unreachable"));
const brokenStore = { append: away, read: away, forget: away };

it("refuses without the store, unless statements only observe", async () => {
  const enforcing = setUp(known, brokenStore);
  const observing = setUp(`mode: observe\n${known}`, brokenStore);

  await expect(enforcing.peekSequence(call())).rejects.toMatchObject({
    code: "sequence-unavailable",
  });
  expect(await observing.peekSequence(call())).toEqual({ kind: "passed" });
});

it("is synchronous without statements", () => {
  const { peekSequence } = setUp("statements: []");

  expect(peekSequence(call())).toEqual({ kind: "passed" });
});

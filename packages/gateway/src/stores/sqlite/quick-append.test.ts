import { expect, it } from "vitest";
import { entry } from "../suites/builders.ts";
import type { Added } from "./chain.ts";
import { createQuickAppend } from "./quick-append.ts";

const added: Added = { from: 1, previous: undefined, links: [] };

function setUp() {
  let now = 0;
  let writingMs = 0;
  const add = (): Added => {
    now += writingMs;
    return added;
  };
  return {
    append: createQuickAppend({ add }, { monotonic: () => now }),
    takes: (ms: number): void => {
      writingMs = ms;
    },
    pass: (ms: number): void => {
      now += ms;
    },
  };
}

it("adds a small group synchronously", () => {
  expect(setUp().append([entry()])).toBe(added);
});

it.each([
  ["more than 64 entries", Array.from({ length: 65 }, () => entry())],
  ["more than 64 K characters", [entry({ body: "x".repeat(70_000) })]],
])("leaves %s to the thread", (_, entries) => {
  expect(setUp().append(entries)).toBeUndefined();
});

it("leaves one group in 512 to the thread, so that the write-ahead log is checkpointed", () => {
  const { append } = setUp();

  const groups = Array.from({ length: 1_024 }, () => append([entry()]));

  expect(groups.filter((group) => group === undefined)).toHaveLength(2);
});

it("leaves entries to the thread for a second after a slow commit", () => {
  const { append, takes, pass } = setUp();

  takes(30);
  expect(append([entry()])).toBe(added);
  pass(900);
  expect(append([entry()])).toBeUndefined();
  pass(200);
  expect(append([entry()])).toBe(added);
});

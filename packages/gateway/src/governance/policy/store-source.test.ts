import { describe, expect, it } from "vitest";
import type { StoredPolicy } from "../../stores/policy-store.ts";
import { versionOf } from "./read-policy.ts";
import { createStoreSource } from "./store-source.ts";

const text = "version: 1\n...\n";
const stored: StoredPolicy = { text, version: versionOf(text), by: "operator:grace", at: 0 };
const signal = new AbortController().signal;

function readFrom(newest: StoredPolicy | undefined): Promise<string | undefined> {
  return createStoreSource({ newest: async () => newest }).read(signal);
}

describe("a policy in a store", () => {
  it("is the newest that was put", async () => {
    expect(await readFrom(stored)).toBe(text);
  });

  it("is none where none was put", async () => {
    expect(await readFrom(undefined)).toBeUndefined();
  });

  it("is not read where its text is another than the one that was put", async () => {
    await expect(readFrom({ ...stored, text: `# more\n${text}` })).rejects.toBeInstanceOf(Error);
  });

  it("is not read where it is larger than any that can be put", async () => {
    const large = `${"# more\n".repeat(200_000)}${text}`;

    await expect(
      readFrom({ ...stored, text: large, version: versionOf(large) }),
    ).rejects.toBeInstanceOf(Error);
  });
});

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

describe("createStoreSource", () => {
  it("reads the newest stored policy", async () => {
    expect(await readFrom(stored)).toBe(text);
  });

  it("reads nothing from an empty store", async () => {
    expect(await readFrom(undefined)).toBeUndefined();
  });

  it("refuses a text that does not match the stored version", async () => {
    await expect(readFrom({ ...stored, text: `# more\n${text}` })).rejects.toBeInstanceOf(Error);
  });

  it("refuses a text above the size limit", async () => {
    const large = `${"# more\n".repeat(200_000)}${text}`;

    await expect(
      readFrom({ ...stored, text: large, version: versionOf(large) }),
    ).rejects.toBeInstanceOf(Error);
  });
});

import { execFileSync } from "node:child_process";
import { chmod, rename } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import type { StoredPolicy } from "../../stores/policy-store.ts";
import { versionOf } from "./read-policy.ts";
import { createFileSource, createStoreSource, PolicyUnreadable } from "./sources.ts";

const signal = new AbortController().signal;

describe("a policy file", () => {
  it("is read again every time", async () => {
    await using folder = await openFolder({ "policy.yaml": "one" });
    const source = createFileSource(join(folder.path, "policy.yaml"), "policy.yaml");
    const first = await source.read(signal);
    await folder.write("next.yaml", "two");
    await rename(join(folder.path, "next.yaml"), join(folder.path, "policy.yaml"));

    expect([first, await source.read(signal)]).toEqual(["one", "two"]);
  });

  it.each([
    ["missing", "other.yaml", "is not there."],
    ["in a file", "large.yaml/policy.yaml", "is not there."],
    ["a folder", ".", "is not a regular file."],
    ["too large", "large.yaml", "is larger than 1 MB."],
    ["not text", "bytes.yaml", "is not UTF-8 text."],
    ["a pipe that nobody writes to", "pipe.yaml", "is not a regular file."],
  ])("reports that it is unreadable if it is %s", async (_, file, why) => {
    await using folder = await openFolder({
      "large.yaml": "#".repeat(1024 * 1024 + 1),
      "bytes.yaml": Uint8Array.from([0xff, 0xfe]),
    });
    execFileSync("mkfifo", [join(folder.path, "pipe.yaml")]);
    await chmod(join(folder.path, "bytes.yaml"), 0o600);

    const reading = createFileSource(join(folder.path, file), file).read(signal);
    await expect(reading).rejects.toEqual(new PolicyUnreadable(why));
  });
});

const text = "version: 1\n...\n";
const stored: StoredPolicy = { text, version: versionOf(text), by: "operator:grace", at: 0 };
const signalOfStore = new AbortController().signal;

function readFrom(newest: StoredPolicy | undefined): Promise<string | undefined> {
  return createStoreSource({ newest: async () => newest }).read(signalOfStore);
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

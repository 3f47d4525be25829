import { expect, it } from "vitest";
import type { StaticKey } from "../governance/identity/static-keys.ts";
import { nameProblem, withKey, withoutKey } from "./edit-keys-file.ts";
import { readKeysFile } from "./keys-file.ts";

const [one, two, three] = ["a", "b", "3"].map((digit) => digit.repeat(64));

const ada: StaticKey = {
  name: "ada",
  sha256: three ?? "",
  roles: ["support"],
  tenant: "north",
  isSystem: true,
  expiresAt: Date.UTC(2027, 0, 31),
};

const written = `# Keys of the teams.
keys:
  # The nightly job.
  - { name: nightly, sha256: ${one}, roles: [ reader ] } # since May
  # The dashboards.
  - name: boards
    sha256: ${two}
...
`;

function namesIn(text: string): readonly string[] {
  const reading = readKeysFile(text, []);
  return reading.kind === "keys" ? reading.keys.map(({ name }) => name) : reading.problems;
}

it("starts a file with one key that reads back unchanged", () => {
  const text = withKey(undefined, ada);

  expect(readKeysFile(text, [])).toEqual({ kind: "keys", keys: [ada] });
  expect(text).toMatch(/^keys:\n {2}- \{ name: ada, .+ \}\n\.\.\.\n$/);
});

it("adds a key and changes no other line", () => {
  const text = withKey(written, ada);

  expect(namesIn(text)).toEqual(["nightly", "boards", "ada"]);
  expect(text.split("\n").filter((line) => !line.includes("ada"))).toEqual(written.split("\n"));
});

it("removes a key and its comment, and keeps the others", () => {
  const text = withoutKey(written, "boards");

  expect(namesIn(text)).toEqual(["nightly"]);
  expect(text).toContain("# Keys of the teams.");
  expect(text).toContain("# since May");
  expect(text).not.toContain("dashboards");
});

it.each([
  ["JSON", `${JSON.stringify({ keys: [{ name: "a", sha256: one }] })}\n...\n`],
  ["an empty list", "keys: []\n...\n"],
])("edits a file with %s", (_what, text) => {
  const before = namesIn(text);
  const added = withKey(text, { ...ada, name: "# odd: [name" });

  expect(namesIn(added)).toEqual([...before, "# odd: [name"]);
  expect(namesIn(withoutKey(added, "# odd: [name"))).toEqual(before);
});

it("judges a name like the file", () => {
  expect(nameProblem("ada")).toBeUndefined();
  expect(nameProblem(" ada")).toContain("Expected the name of a key");
});

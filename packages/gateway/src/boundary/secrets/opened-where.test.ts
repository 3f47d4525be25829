import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");

/** Who may see the value of a secret: what encrypts it, what looks for it in texts, and what sends it. */
const mayOpen = [
  "gateway/src/boundary/connections/provider.ts",
  "gateway/src/boundary/egress/credential.ts",
  "gateway/src/boundary/redaction/secret-registry.ts",
  "gateway/src/boundary/secrets/secret.ts",
  "gateway/src/boundary/secrets/vault.ts",
];

it("is opened in these files and in no other", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /^[a-z]+\/src\/.*\.ts$/.test(file) && !/\.test(-d)?\.ts$/.test(file));

  const opening = files.filter((file) =>
    /\bopenSecret\b/.test(readFileSync(join(root, file), "utf8")),
  );

  expect(opening.toSorted()).toEqual(mayOpen.toSorted());
});

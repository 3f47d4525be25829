import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");

/**
 * Files that may read a secret's value: to encrypt it, to search texts for it, to send it, or to
 * check who signed in. Two
 * read settings that are sealed only so that a row cannot be changed: a path and a resource.
 */
const mayOpen = [
  "gateway/src/boundary/connections/browser-login.ts",
  "gateway/src/boundary/connections/client-proof.ts",
  "gateway/src/boundary/connections/grant.ts",
  "gateway/src/boundary/connections/managed-connections.ts",
  "gateway/src/boundary/connections/provider.ts",
  "gateway/src/boundary/egress/request-headers.ts",
  "gateway/src/boundary/redaction/secret-registry.ts",
  "gateway/src/boundary/secrets/secret.ts",
  "gateway/src/boundary/secrets/vault.ts",
  "gateway/src/compose/open-held-stores.ts",
];

it("a secret is opened only in the listed files", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /^[a-z]+\/src\/.*\.ts$/.test(file) && !/\.test(-d)?\.ts$/.test(file));

  const opening = files.filter((file) =>
    /\bopenSecret\b/.test(readFileSync(join(root, file), "utf8")),
  );

  expect(opening.toSorted()).toEqual(mayOpen.toSorted());
});

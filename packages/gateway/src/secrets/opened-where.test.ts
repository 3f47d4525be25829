import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Who may see the value of a secret: what encrypts it, what looks for it in texts, and what sends it. */
const mayOpen = [
  "connections/provider.ts",
  "egress/credential.ts",
  "redaction/secret-registry.ts",
  "secrets/secret.ts",
  "secrets/vault.ts",
];

it("is opened in these files and in no other", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(file));

  const opening = files.filter((file) =>
    /\bopenSecret\b/.test(readFileSync(join(root, file), "utf8")),
  );

  expect(opening.toSorted()).toEqual(mayOpen.toSorted());
});

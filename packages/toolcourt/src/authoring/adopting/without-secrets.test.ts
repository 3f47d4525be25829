import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { expect, it } from "vitest";
import { withoutSecrets } from "./without-secrets.ts";

const proposal = { lacking: ["examples"], widened: [], samples: 1 } as const;

it("redacts personal data and our secrets in examples, and keeps the schema", () => {
  const redaction = new Redaction();
  redaction.registry.holdValue("hunter2-hunter2");
  const expectedResult = { mail: "ada@example.com", key: "hunter2-hunter2", age: 3 };
  const added = {
    output: { type: "object", properties: { mail: { type: "string" } } },
    terms: { examples: [{ description: "One", params: {}, expectedResult }] },
  };

  const clean = withoutSecrets({ ...proposal, added }, redaction);

  expect(JSON.stringify(clean)).not.toMatch(/ada@example|hunter2/);
  expect(clean.added.output).toBe(added.output);
  expect(clean.added.terms).toMatchObject({ examples: [{ expectedResult: { age: 3 } }] });
});

it("returns the same proposal if there are no terms", () => {
  const bare = { ...proposal, added: {} };

  expect(withoutSecrets(bare, new Redaction())).toBe(bare);
});

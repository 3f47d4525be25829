import { registeredTool } from "@toolcourt/testing/calls";
import { expect, it } from "vitest";
import { createRedaction } from "../boundary/redaction/redaction.ts";
import { createHiding } from "./hiding.ts";

it("redacts secrets everywhere, and personal data only in stored results", () => {
  const { inResult, inAside, inQuarantine } = createHiding(createRedaction());
  const text = "jo@example.org has the password: hunter2!";

  expect(inResult(registeredTool()).redact(text).text).toBe("jo@example.org has the password: ***");
  expect(inAside(text)).toBe("jo@example.org has the password: ***");
  expect(inQuarantine(text)).toBe("*** has the password: ***");
});

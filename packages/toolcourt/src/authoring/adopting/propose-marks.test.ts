import { type JsonObject, readContract, type ToolContract } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { proposeMarks } from "./propose-marks.ts";

function contractOf(tool: JsonObject): ToolContract {
  const reading = readContract({ server: "mail", tool: { name: "send_mail", ...tool } });
  if (reading.kind === "unreadable") throw new TypeError(reading.message);
  return reading.contract;
}

const text = { type: "string" };
const inputSchema = {
  type: "object",
  properties: { recipients: { type: "array", items: text }, body: text, extra: {}, note: {} },
};
const outputSchema = {
  type: "object",
  properties: {
    id: text,
    sender: { ...text, format: "email" },
    body: text,
    sent: { type: "boolean" },
  },
};

describe("proposeMarks", () => {
  it("states the roles that are guessed, and that data can leave", () => {
    expect(proposeMarks(contractOf({ inputSchema })).terms).toEqual({
      reach: "outside",
      input: { "/recipients/*": { role: "destination" }, "/body": { role: "content" } },
    });
  });

  it("never says by itself that a field is first-party", () => {
    const { terms, unconfirmed } = proposeMarks(contractOf({ outputSchema }));

    expect(terms).toEqual({
      output: {
        "/sender": { origin: "third-party", kind: "email" },
        "/body": { origin: "third-party" },
      },
    });
    expect(unconfirmed).toMatchObject([{ pointer: "/id", kind: "mail-id" }]);
  });

  it("leaves what the server or the operator has stated", () => {
    const marks = {
      input: { "/body": { role: "code" } },
      output: { "": { origin: "third-party" } },
    };
    const _meta = { "dev.toolcourt/contract": { ...marks, reach: "internal" } };

    expect(proposeMarks(contractOf({ inputSchema, outputSchema, _meta })).terms).toEqual({});
  });

  it("proposes nothing for a read that only looks things up", () => {
    const _meta = { "dev.toolcourt/contract": { effect: "read" } };
    const properties = { id: text, query: text };

    expect(proposeMarks(contractOf({ inputSchema: { properties }, _meta })).terms).toEqual({});
  });
});

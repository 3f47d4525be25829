import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsSteps } from "./steps.ts";

describe("terms/steps", () => {
  it("reports a wrong step, and the second of two equal steps", () => {
    const steps = ["get-card", "all tools", "get-card"];
    const found = remarks(termsSteps, { terms: { steps } });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/steps/1", "/terms/steps/2"]);
  });

  it.each<[string, string, readonly string[]]>([
    ["of another name", "ask-me", ["*"]],
    ["that names tools besides", "ask", ["*", "get-card"]],
  ])("does not allow a local tool %s to call any tool", (_, name, steps) => {
    expect(remarks(termsSteps, { server: "local", name, terms: { steps } })).not.toEqual([]);
  });

  it("does not allow a server's tool to call any tool", () => {
    const stranger = { server: "cards", name: "ask", terms: { steps: ["*"] } };

    expect(remarks(termsSteps, stranger)).toHaveLength(1);
  });

  it("reports nothing for a tool without steps", () => {
    expect(remarks(termsSteps, { terms: {} })).toEqual([]);
  });
});

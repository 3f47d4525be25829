import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsSteps } from "./steps.ts";

describe("terms/steps", () => {
  it("points at the step that is wrong, and at the second of two that are the same", () => {
    const steps = ["get-card", "all tools", "get-card"];
    const found = remarks(termsSteps, { terms: { steps } });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/steps/1", "/terms/steps/2"]);
  });

  it.each<[string, string, readonly string[]]>([
    ["of another name", "ask-me", ["*"]],
    ["that names tools besides", "ask", ["*", "get-card"]],
  ])("lets no local tool %s call whatever it likes", (_, name, steps) => {
    expect(remarks(termsSteps, { server: "local", name, terms: { steps } })).not.toEqual([]);
  });

  it("lets no server's tool call whatever it likes", () => {
    const stranger = { server: "cards", name: "ask", terms: { steps: ["*"] } };

    expect(remarks(termsSteps, stranger)).toHaveLength(1);
  });

  it("says nothing about a tool without steps", () => {
    expect(remarks(termsSteps, { terms: {} })).toEqual([]);
  });
});

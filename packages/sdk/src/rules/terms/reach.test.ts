import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { withParameters } from "../rule.ts";
import { termsReach } from "./reach.ts";

const to = withParameters({ to: { type: "string" } });

describe("terms/reach", () => {
  it("asks for the reach first, then for the roles", () => {
    expect(remarks(termsReach, { ...to, effect: "write", terms: {} })).toMatchObject([
      { pointer: "/terms/reach" },
    ]);
    expect(
      remarks(termsReach, { ...to, effect: "write", terms: { reach: "outside" } }),
    ).toMatchObject([{ pointer: "/terms/input" }]);
  });

  it("does not ask a read that only looks up an address", () => {
    const email = withParameters({ email: { type: "string", format: "email" } });

    expect(remarks(termsReach, { ...email, effect: "read", terms: {} })).toEqual([]);
  });

  it("refuses a tool in the strictest profile alone", () => {
    const refusing = Object.entries(termsReach.severity).filter(([, each]) => each === "error");

    expect(refusing.map(([profile]) => profile)).toEqual(["agent-hints"]);
  });
});

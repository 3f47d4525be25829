import { readOverlay } from "@toolcourt/contracts/internal/judge/read-overlay";
import { describe, expect, it } from "vitest";
import { composeOverlay, withoutProposal } from "./compose-overlay.ts";
import type { Proposal } from "./propose-overlay.ts";

const proposal: Proposal = {
  widened: [],
  lacking: ["output", "effect"],
  added: {
    inferred: { samples: 12 },
    result: "json-text",
    output: { type: "object", properties: { "yes: no": { type: "string" } } },
    terms: { effect: "read", permissions: ["crm:read"] },
  },
  effect: { effect: "read", because: "name" },
  samples: 12,
};
const file = "contracts/crm/get_user.yaml";

describe("composeOverlay", () => {
  it("writes a readable overlay, with comments for a reviewer", () => {
    const text = composeOverlay({ file, before: undefined }, proposal);

    expect(readOverlay(text, file).overlay).toEqual(proposal.added);
    expect(text).toMatch(
      /^# An overlay for the contract of the server\. Written by toolcourt adopt/,
    );
    expect(text).toMatch(/# Inferred from this many results\..*\ninferred:/);
    expect(text).toMatch(/ {2}# From its name alone\. Check what it does.*\n {2}effect: read/);
  });

  it("warns if there were few results", () => {
    const text = composeOverlay({ file, before: undefined }, { ...proposal, samples: 2 });

    expect(text).toMatch(/# Inferred from few results: others may/);
  });

  it("warns if there were no results", () => {
    const text = composeOverlay(
      { file, before: undefined },
      { ...proposal, added: { inferred: { samples: 0 }, result: "blocks" }, samples: 0 },
    );

    expect(text).toContain("toolcourt serve --record");
  });

  it("keeps an operator's text, with comments and order", () => {
    const before = "# ours\ndescription: Gets. # short\nterms:\n  # new\n  tags: [a]\n";

    const text = composeOverlay({ file, before }, proposal);

    expect(text.startsWith(before.replace("[a]", "[ a ]"))).toBe(true);
    expect(readOverlay(text, file).overlay).toEqual({
      description: "Gets.",
      ...proposal.added,
      terms: { tags: ["a"], ...proposal.added.terms },
    });
  });

  it("fills an empty file", () => {
    const text = composeOverlay({ file, before: "# later\n" }, proposal);

    expect(readOverlay(text, file).overlay).toEqual(proposal.added);
  });
});

describe("withoutProposal", () => {
  it("removes only the inferred parts", () => {
    const before =
      "description: Gets.\nresult: text\noutput: {}\nterms: { tags: [a], effect: read }\n";

    const text = withoutProposal({ file, before });

    expect(readOverlay(text ?? "", file).overlay).toEqual({
      description: "Gets.",
      terms: { tags: ["a"] },
    });
  });

  it("returns no text if nothing is left", () => {
    const before = composeOverlay({ file, before: undefined }, proposal);

    expect(withoutProposal({ file, before })).toBeUndefined();
    expect(withoutProposal({ file, before: undefined })).toBeUndefined();
  });
});

import { createJudge } from "@toolcourt/contracts/internal/judge/judge";
import { readOverlay } from "@toolcourt/contracts/internal/judge/read-overlay";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { flowOf, type Overlay, readContract } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { composeOverlay } from "./compose-overlay.ts";
import { proposeOverlay } from "./propose-overlay.ts";

const text = { type: "string" };
const tool = {
  name: "send_mail",
  description: "Sends a mail to some people, and returns its number and what it says.",
  inputSchema: {
    type: "object",
    properties: {
      to: { type: "array", items: { type: "string", format: "email" } },
      subject: text,
      "odd\nname: [": { ...text, format: "uri" },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { id: text, body: text },
    additionalProperties: false,
  },
};
const file = "contracts/mail/send_mail.yaml";

function adopted(before?: string): { readonly text: string; readonly overlay: Overlay } {
  const overlay = before === undefined ? undefined : readOverlay(before, file).overlay;
  const proposal = proposeOverlay({
    server: "mail",
    tool,
    samples: [],
    ...(overlay && { overlay }),
  });
  if (proposal === undefined) throw new TypeError("the tool is readable");
  const composed = composeOverlay({ file, before }, proposal);
  return { text: composed, overlay: readOverlay(composed, file).overlay };
}

describe("an overlay with proposed marks", () => {
  it("gives each mark its reason, and leaves trust to a person", () => {
    const { text: written } = adopted();

    expect(written).toContain(
      '    /to/*: { role: destination, kind: email } # its name has the word "to"\n',
    );
    expect(written).toContain(
      "    /body: { origin: third-party } # such text often comes from others\n",
    );
    expect(written).toContain(
      "#   /id: { origin: first-party, kind: mail-id } # services number their own things\n",
    );
    expect(written).toContain("  reach: outside\n");
  });

  it("passes the rules about marks, and decides what was guessed before", () => {
    const { overlay } = adopted();
    const source = { server: "mail", tool, overlay };
    const judge = createJudge([source], { rules: allRules, profiles: ["core"], now: 0 });
    const reading = readContract(source);

    expect(judge(source).findings.map(({ rule }) => rule)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/marks|guessed|terms\/reach|well-formed/)]),
    );
    expect(judge(source).callable).toBe(true);
    if (reading.kind === "unreadable") throw new TypeError(reading.message);
    expect(flowOf(reading.contract).argumentAt(["odd\nname: ["])).toEqual({
      role: "destination",
      kind: "url",
      isGuessed: false,
    });
    expect(flowOf(reading.contract).resultAt(["id"]).origin).toBe("third-party");
  });

  it("is the same after a second run", () => {
    const { text: first } = adopted();

    expect(adopted(first).overlay).toEqual(readOverlay(first, file).overlay);
  });

  it("keeps marks in their short form, also beside a schema that is added", () => {
    const before = "# ours\noutput:\n  # known\n  /id: { origin: first-party }\n";
    const { overlay } = adopted(before);
    const repaired = composeOverlay(
      { file, before },
      { lacking: ["output"], added: { output: { type: "object" } }, widened: [], samples: 0 },
    );

    expect(overlay.terms).toMatchObject({ output: { "/id": { origin: "first-party" } } });
    expect(repaired).toContain("# known");
    expect(readOverlay(repaired, file).overlay).toEqual({
      output: { type: "object" },
      terms: { output: { "/id": { origin: "first-party" } } },
    });
  });
});

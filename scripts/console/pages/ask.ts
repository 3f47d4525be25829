import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";

/** The built-in planner. */
export const who = { planner: "builtin", summary: "extractive", model: null, effects: ["read"] };

export const report =
  "Light rain until ten o'clock. Then it clears up, with wind from the north-east. Snow above 1,800 metres.";

export const call = {
  callId: "5f0c8d2a-91c0-4be4-8d2a-91c07be45f0c",
  tool: "get_forecast",
  arguments: { city: "Geneva", day: "2026-11-20" },
};

const result = {
  structured: {
    city: "Geneva",
    report,
    celsius: { lowest: 3.5, highest: 9 },
    stations: ["Cointrin", "Prangins"],
  },
  content: [],
  isError: false,
  hints: { nextSteps: ["get_warnings"] },
  sha256: "8d2a91c07be4".padEnd(64, "0"),
};

function quote(claim: string, evidence: string, pointer = "/report"): JsonObject {
  const start = pointer === "/report" ? report.indexOf(evidence) : 0;
  const length = pointer === "/report" ? evidence.length : 1;
  return { claim, evidence, pointer, start, end: start + length };
}

const answered: JsonObject = {
  kind: "tool_result_with_summary",
  call,
  result,
  summary: {
    bullets: [
      quote("It rains lightly until ten.", "Light rain until ten o'clock."),
      quote("Afterwards it clears up.", "Then it clears up, with wind from the north-east."),
      quote("The highest temperature is 9 degrees.", "highest: 9", "/celsius/highest"),
    ],
  },
  mode: "paraphrase",
  rejected: [
    { at: 3, reasons: ["number-differs", "words-not-in-evidence"] },
    { at: 4, reasons: ["two-propositions"] },
  ],
};

/** What answers questions, and an answer with claims of every kind. */
export const askRoutes: FixtureRoutes = {
  "GET ask": () => ({ body: who }),
  "POST ask": () => ({ body: answered }),
};

/** Shows hostile strings as claims, quotes, names and values. */
export function hostileAsk(strings: readonly string[]): FixtureRoutes {
  const structured = Object.fromEntries(strings.map((text, index) => [`${index}${text}`, text]));
  const bullets = strings.slice(0, 20).map((text, index) => ({
    claim: text,
    evidence: text,
    pointer: `/${index}${text.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    start: 0,
    end: text.length,
  }));
  const rejected = strings.slice(0, 20).map((text, at) => ({ at, reasons: [text] }));
  const hostile = {
    ...answered,
    call: { callId: strings[0] ?? "", tool: "\u{202e}gnp.exe", arguments: structured },
    result: { ...result, structured, hints: structured },
    summary: { bullets },
    rejected,
    note: strings.join(" "),
  };
  return {
    "GET ask": () => ({ body: { ...who, planner: "model", model: { name: "\u{202e}ledom" } } }),
    "POST ask": () => ({ body: hostile }),
  };
}

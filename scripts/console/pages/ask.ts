import type { JsonObject } from "@toolcourt/sdk";
import type { Page } from "playwright-core";
import { meWith } from "../fixture-data.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";

const who = { planner: "builtin", summary: "extractive", model: null, effects: ["read"] };

const report =
  "Light rain until ten o'clock. Then it clears up, with wind from the north-east. Snow above 1,800 metres.";

const call = {
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

const blocked: JsonObject = {
  kind: "blocked",
  code: "rate-limited",
  message: "get_forecast is being called too often. Try again in 12 s.",
  next: "toolcourt explain get_forecast",
  call,
  toolRan: "no",
};

const waiting: JsonObject = {
  ...blocked,
  code: "approval-required",
  message: "The call of get_forecast needs an approval.",
  next: "toolcourt approvals show 5f0c",
};

const moreInfo: JsonObject = {
  kind: "needs_more_info",
  question: "Which city do you mean?",
  missing: ["city"],
};

const broken: JsonObject = {
  kind: "tool_result",
  call,
  refused: { part: "parsing", reasons: ["output"] },
  quarantined: { quarantineId: "q-17", sha256: "0".repeat(64) },
  note: "The result breaks the contract of the tool, so it is not shown.",
};

const untyped: JsonObject = {
  kind: "tool_result",
  call,
  result: {
    content: [
      { type: "text", text: `${report}\n\n${report}` },
      { type: "image", data: "iVBOR" },
    ],
    isError: true,
    sha256: "1".repeat(64),
  },
  refused: { part: "summary", reasons: ["tool-error"] },
};

/** What answers questions, and an answer with claims of every kind. */
export const askRoutes: FixtureRoutes = {
  "GET ask": () => ({ body: who }),
  "POST ask": () => ({ body: answered }),
};

/** Asks, and waits until something is said about it. */
export async function askIn(page: Page, shown = ".answer"): Promise<void> {
  await page.locator("#question").fill("What is the weather in Geneva tomorrow?");
  await page.keyboard.press("Enter");
  await page.locator(shown).waitFor();
}

function answering(name: string, body: JsonObject): PageState {
  return {
    name: `ask, ${name}`,
    path: "ask",
    routes: { "POST ask": () => ({ body }) },
    prepare: (page) => askIn(page),
  };
}

const model = { planner: "model", summary: "paraphrase", model: { name: "qwen3" } };
const error = { code: "gateway-failed", message: "The gateway failed.", next: "toolcourt doctor" };

/** The page that answers questions, in every state. */
export const askStates: readonly PageState[] = [
  { name: "ask, nothing yet", path: "ask" },
  {
    name: "ask, how to use a model",
    path: "ask",
    prepare: (page) => page.locator("summary").click(),
  },
  {
    name: "ask, with a model",
    path: "ask",
    routes: { "GET ask": () => ({ body: { ...who, ...model, effects: ["read", "write"] } }) },
  },
  {
    name: "ask",
    path: "ask",
    prepare: async (page) => {
      await askIn(page);
      await page.locator(".claim").nth(1).focus();
      await page.locator(".quote-marked").waitFor();
    },
    isShown: true,
  },
  answering("refused", blocked),
  answering("waiting for approval", waiting),
  answering("more is needed", moreInfo),
  answering("broken contract", broken),
  answering("untyped result", untyped),
  {
    name: "ask, failing",
    path: "ask",
    routes: { "POST ask": () => ({ status: 500, body: { error } }) },
    prepare: (page) => askIn(page, ".problem"),
  },
  {
    name: "ask, without permission",
    path: "ask",
    routes: { "GET me": () => ({ body: meWith(["approvals:read"]) }) },
  },
];

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

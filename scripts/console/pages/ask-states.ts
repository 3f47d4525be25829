import type { JsonObject } from "@toolcourt/sdk";
import type { Page } from "playwright-core";
import { meWith } from "../fixture-data.ts";
import type { PageState } from "../states.ts";
import { call, report, who } from "./ask.ts";

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

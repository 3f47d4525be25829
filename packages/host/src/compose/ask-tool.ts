import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import type { HostExtension } from "@toolcourt/gateway/internal/compose/open-configured";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import { boundOf } from "@toolcourt/gateway/internal/pipeline/inner-calls";
import {
  BusinessError,
  defineTool,
  type Effect,
  effects,
  type HandlerContext,
  hints,
  type Tool,
  type ToolExample,
} from "@toolcourt/sdk";
import { z } from "zod";
import type { Asking, Host } from "../answering/create-host.ts";
import { type AskAnswer, askAnswer, askAnswerOf } from "./ask-answer.ts";

const askName = "ask";

/** Default effects of the tools that a question over the protocol may call. */
export const defaultEffects: readonly Effect[] = ["read"];

const askTools = new WeakSet<Tool>();

/** Reports whether a tool is the host. Checks identity, not the name. */
export function isAskTool({ home }: RegisteredTool): boolean {
  return home.kind === "local" && askTools.has(home.tool);
}

/** Adds the tool to the configuration if the operator enabled it. */
export function withAskListed(config: Config): Config {
  const { host, toolbox } = config;
  const isListed = toolbox.tools.some(
    ({ name, server }) => name === askName && (server === undefined || server === "local"),
  );
  if (!host.ask || isListed) return config;
  const tools = [...toolbox.tools, { name: askName, server: "local" }];
  return { ...config, toolbox: { ...toolbox, tools } };
}

/** The host as a tool. It answers once the host exists, which in turn needs the gateway. */
export class AskTool {
  readonly tool: Tool;
  #host: Pick<Host, "ask"> | undefined;

  /** Creates the tool. Its effect is the strongest of the tools it may call. */
  constructor(allowed: readonly Effect[] = defaultEffects) {
    const effect = effects.findLast((each) => allowed.includes(each)) ?? "read";
    const handler = this.#answer;
    this.tool =
      effect === "read"
        ? defineTool({ ...promises, category: "query", approval: "none", handler })
        : defineTool({
            ...promises,
            category: "mutation",
            effect,
            idempotent: false,
            // Applies before the called tool is known. That tool may need an approval of its own.
            approval: "caller",
            handler,
          });
    askTools.add(this.tool);
  }

  answerBy(host: Pick<Host, "ask">): void {
    this.#host = host;
  }

  readonly #answer = async (
    { question }: { readonly question: string },
    context: HandlerContext,
  ) => {
    const asking = askingOf(context);
    if (this.#host === undefined || asking === undefined) {
      throw new BusinessError("host-absent", "This server does not answer questions.");
    }
    const data = askAnswerOf(await this.#host.ask(question, asking));
    return { data, agentHints: hintsFor(data) };
  };
}

/** The tool `ask` of a gateway, where the configuration turns it on. */
export const askExtension: HostExtension = (config, runtime) => {
  const { host } = config;
  if (!host.ask) return { config };
  const ask = new AskTool(host.effects);
  return {
    config: withAskListed(config),
    hostTool: {
      tool: ask.tool,
      attach: async (opened, stack) => {
        const { openHostOver } = await import("./open-host.ts");
        ask.answerBy(stack.use(await openHostOver(opened, runtime, { effects: defaultEffects })));
      },
    },
  };
};

/** Asks on behalf of the tool's caller, and makes the call within the caller's call. */
function askingOf({ calls, signal }: HandlerContext): Asking | undefined {
  const bound = calls === undefined ? undefined : boundOf(calls);
  if (bound === undefined) return undefined;
  const { call, within } = bound;
  const { principal, agent, correlationId, traceId, trace, sessionId, endpoint, words } = call;
  return {
    principal,
    agent,
    signal,
    correlationId,
    traceId,
    ...(trace && { trace }),
    ...(sessionId !== undefined && { sessionId }),
    ...(endpoint !== undefined && { endpoint }),
    ...(words !== undefined && { words }),
    within,
  };
}

function hintsFor({ kind, summary }: AskAnswer): ReturnType<typeof hints> {
  const isAnswered = kind === "tool_result" || kind === "tool_result_with_summary";
  return hints({
    confidence: [{ name: "a tool was called and answered", value: isAnswered ? 1 : 0 }],
    sourceQuality: summary === undefined ? "medium" : "high",
    validityPeriod: "short",
  });
}

const example: ToolExample<{ question: string }, AskAnswer> = {
  description: "A question that lacks a city",
  params: { question: "How warm will it be tomorrow?" },
  expectedResult: {
    kind: "needs_more_info",
    question: "Which city?",
    missing: ["city"],
  },
};

const promises = {
  name: askName,
  description:
    "Answers one question of a person with at most one call of a tool that the caller may call. Use it when you do not know which tool answers the question. Returns the tool's result, and a summary in which every claim has its quote. For example: how warm will it be in Geneva tomorrow?",
  version: "1.1.0",
  permissions: [],
  parameters: z.object({
    question: z.string().min(1).max(4_000).describe("The question, in the words of the person"),
  }),
  result: askAnswer,
  responseTime: "slow",
  cacheable: false,
  idempotent: true,
  examples: [example],
  tags: ["questions"],
  constraints: [
    "Calls at most one tool for a question.",
    "Calls no tool that its caller may not call, and none whose effect the operator has not allowed it.",
    "Shows nothing of a result that breaks the contract of its tool.",
  ],
  // Any tool of the caller, depending on the question. Only this tool may declare `*`.
  steps: ["*"],
} as const;

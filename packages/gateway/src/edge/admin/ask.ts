import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonObject, own } from "@toolcourt/sdk";
import type { Principal } from "../../pipeline/call.ts";
import { bodyOf } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";
import type { AdminPart, AdminSender } from "./part.ts";

/** The path of questions. Public: never renamed, never reused. */
export const askRoutes = [
  { method: "GET", path: "/admin/v1/ask", does: "describe" },
  { method: "POST", path: "/admin/v1/ask", does: "ask" },
] as const;

/** The permission to ask. The call of a question needs its own, like every call. */
const askPermission = "host:ask";

/** Answers questions of people. The gateway does not know the host: its package depends on ours. */
export interface Answering {
  /** Says what answers, as the configuration in force has it. */
  readonly describe: () => JsonObject;
  /** Makes at most one call, as the person. A refusal is an answer too. */
  readonly ask: (question: string, by: Asker) => Promise<JsonObject>;
}

/** Who asks. */
export interface Asker {
  readonly principal: Principal;
  /** Aborts when the person no longer waits for the answer. */
  readonly signal: AbortSignal;
}

const match = matcherOf(askRoutes);

export function askPart(answering: Answering): AdminPart {
  return {
    isAbout: ({ url = "" }) => /^\/admin\/v1\/ask(?:[/?]|$)/.test(url),
    answer: (request, sender) => answerQuestion(answering, request, sender),
  };
}

async function answerQuestion(
  { describe, ask }: Answering,
  request: IncomingMessage,
  { require: permit, principal }: AdminSender,
): Promise<JsonObject> {
  const { url = "", method, socket } = request;
  const [path = "", ...queries] = url.split("?");
  const { route } = match(path, method);
  if (queries.length > 0) throw new Refusal("request-invalid", { because: "query" });
  permit(askPermission);
  if (route.does === "describe") return describe();
  const question = await questionIn(request);
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  socket.once("close", leave);
  // It may have left while the question was read, and closes only once.
  if (socket.destroyed) leave();
  try {
    return await ask(question, { principal, signal: gone.signal });
  } finally {
    socket.off("close", leave);
  }
}

const maxBodyBytes = 32 * 1024;
/** The host refuses longer ones too. */
const maxLength = 4_000;
const expected = `{"question": "…"}, with 1 to ${maxLength} characters`;

async function questionIn(request: IncomingMessage): Promise<string> {
  const body = (await bodyOf(request, maxBodyBytes)) ?? {};
  const question = own(body, "question");
  const isOne = typeof question === "string" && Object.keys(body).length === 1;
  if (!isOne || question === "" || question.length > maxLength) {
    throw new Refusal("request-invalid", { because: "body", expected });
  }
  return question;
}

import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { nothingIn } from "./grant-requests.ts";
import { matcherOf } from "./match-route.ts";
import type { AdminPart, AdminSender } from "./part.ts";

/** The paths of reloads. Public: never renamed, never reused. */
export const reloadRoutes = [
  { method: "POST", path: "/admin/v1/reload", does: "reload" },
  { method: "POST", path: "/admin/v1/reload/plan", does: "plan" },
] as const;

/** The permission to let the gateway read its files again. */
const reloadPermission = "configuration:reload";

/** Reads the files again, or says what that would change. A refusal is part of the answer. */
export type AskReload = (does: "reload" | "plan", by: string) => Promise<JsonObject>;

const match = matcherOf(reloadRoutes);

/** Lets people reload the gateway. */
export function reloadPart(ask: AskReload): AdminPart {
  return {
    isAbout: ({ url = "" }) => /^\/admin\/v1\/reload(?:[/?]|$)/.test(url),
    answer: (request, sender) => answerAboutReload(ask, request, sender),
  };
}

async function answerAboutReload(
  ask: AskReload,
  request: IncomingMessage,
  { require: permit, principal }: AdminSender,
): Promise<JsonObject> {
  const { url = "", method } = request;
  const [path = "", ...queries] = url.split("?");
  const { route } = match(path, method);
  if (queries.length > 0) throw new Refusal("request-invalid", { because: "query" });
  permit(reloadPermission);
  // The plan has the settings of all tenants, before and after.
  if (principal.tenant !== undefined) throw new Refusal("configuration-refused", {});
  await nothingIn(request);
  const answer = await ask(route.does, principal.id);
  if (answer["kind"] !== "refused") return answer;
  const { code, message } = answer;
  throw new Refusal("reload-refused", {
    because: typeof code === "string" ? code : "",
    problem: typeof message === "string" ? message : "",
  });
}

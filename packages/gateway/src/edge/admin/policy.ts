import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { PolicyDesk } from "../../governance/policy/policy-desk.ts";
import type { Mistake } from "../../governance/policy/read-policy.ts";
import { trialJson } from "../../governance/policy/trial-json.ts";
import type { AuthenticatedRequest } from "../callers.ts";
import type { AdminPart, AdminSender } from "./part.ts";
import { checkJson, explainedJson, shownJson } from "./policy-json.ts";
import {
  checkedTextIn,
  isAboutPolicy,
  type PolicyAsk,
  policyAskIn,
  putIn,
  questionIn,
  triedIn,
} from "./policy-requests.ts";

const maxVersions = 100;

const permissions = {
  show: "policy:read",
  versions: "policy:read",
  explain: "policy:read",
  check: "policy:read",
  try: "policy:read",
  put: "policy:write",
} as const satisfies Record<PolicyAsk, string>;

/**
 * Answers requests about the policy. It is one text for all tenants and names them, so principals of
 * a tenant get nothing of it.
 */
export function policyPart(desk: PolicyDesk): AdminPart {
  return {
    isAbout: isAboutPolicy,
    answer: async (request, sender) => {
      const ask = policyAskIn(request);
      sender.require(permissions[ask]);
      // What was called, and by which pseudonym, is about calls.
      if (ask === "try") sender.require("calls:read");
      if (sender.principal.tenant !== undefined) {
        throw new Refusal("policy-refused", { because: "tenant" });
      }
      return answers[ask](desk, request, sender);
    },
  };
}

type Answer = (
  desk: PolicyDesk,
  request: AuthenticatedRequest,
  sender: AdminSender,
) => Promise<JsonObject>;

const answers: Readonly<Record<PolicyAsk, Answer>> = {
  show: async (desk, _request, { may }) => shownJson(await desk.show(), may("policy:write")),
  versions: async (desk) => ({
    versions: (await desk.versions(maxVersions)).map(({ version, by, at }) => {
      return { version, by, at: new Date(at).toISOString() };
    }),
  }),
  check: async (desk, request) => checkJson(desk.check(await checkedTextIn(request))),
  explain,
  try: tried,
  put,
};

async function explain(desk: PolicyDesk, request: IncomingMessage): Promise<JsonObject> {
  const explained = desk.explain(await questionIn(request));
  if (explained.kind === "explained") return explainedJson(explained);
  if (explained.kind === "invalid") throw invalid(explained.mistakes);
  if (explained.kind === "unusable") {
    throw new Refusal("admin-unavailable", { because: "policy" });
  }
  throw new Refusal("policy-refused", { because: "no-tool" });
}

async function tried(desk: PolicyDesk, request: IncomingMessage): Promise<JsonObject> {
  const { text, last } = await triedIn(request);
  const trial = await desk.try(text, last);
  if ("kind" in trial) throw invalid(trial.mistakes);
  return trialJson(trial);
}

async function put(
  desk: PolicyDesk,
  request: IncomingMessage,
  { principal }: AdminSender,
): Promise<JsonObject> {
  const { text, replaces } = await putIn(request);
  const result = await desk.put({ text, replaces, by: principal });
  if (result.kind === "invalid") throw invalid(result.mistakes);
  if (result.kind === "elsewhere" || result.kind === "overtaken") {
    throw new Refusal("policy-refused", { because: result.kind });
  }
  const { kind, version } = result;
  return { version, replaces: replaces ?? null, changed: kind === "put" };
}

function invalid(mistakes: readonly Mistake[]): Refusal {
  return new Refusal("policy-refused", { because: "invalid", mistakes: [...mistakes] });
}

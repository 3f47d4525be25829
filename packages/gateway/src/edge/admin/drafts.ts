import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { shownJson } from "../../governance/approvals/visible.ts";
import { definitionJson } from "../../http-tools/drafts/content.ts";
import { draftJson, importJson, summaryJson } from "../../http-tools/drafts/draft-json.ts";
import type { DecideResult, Drafts, WriteResult } from "../../http-tools/drafts/drafts.ts";
import type { ImportLimits } from "../../http-tools/drafts/openapi/operation.ts";
import { isJsonText } from "../../http-tools/drafts/plain-text.ts";
import type { Principal } from "../../pipeline/call.ts";
import { excessIn } from "../../protocol/message-size.ts";
import { bodyOf } from "./approval-requests.ts";
import {
  type DraftAsk,
  definitionIn,
  digestIn,
  draftAskIn,
  draftPage,
  unexpected,
  writtenIn,
} from "./draft-requests.ts";
import { isOperator } from "./operator.ts";

export interface DraftsDeps {
  readonly drafts: Drafts;
  readonly principal: Principal;
}

/**
 * Answers requests about drafts. Tools belong to the gateway rather than to a tenant, and so do
 * drafts. A principal with the permission decides for all tenants. `permit` throws a `Refusal` if
 * the current policy grants none of these permissions.
 */
export async function answerAboutDrafts(
  deps: DraftsDeps,
  request: IncomingMessage,
  permit: (permissions: readonly string[]) => void,
): Promise<JsonObject> {
  const ask = draftAskIn(request);
  permit(permissions[ask.kind]);
  if (ask.kind === "list") return draftPage(ask.query, deps.drafts);
  if (ask.kind === "show") return show(deps, ask);
  const body = await bodyOf(request, maxBytes);
  if (body === undefined) throw unexpected();
  if (ask.kind === "write") return write(deps, body);
  return ask.kind === "edit" ? edit(deps, ask, body) : decide(deps, ask, body);
}

// Parsing blocks all calls. Larger documents are imported by the command, outside the gateway.
const maxBytes = 1024 * 1024;
/** YAML takes more than ten times as long as JSON. */
const maxYamlLength = 64 * 1024;

const permissions = {
  list: ["drafts:review", "drafts:write"],
  show: ["drafts:review", "drafts:write"],
  write: ["drafts:write"],
  edit: ["drafts:write"],
  approved: ["drafts:review"],
  rejected: ["drafts:review"],
} as const satisfies Record<DraftAsk["kind"], readonly string[]>;

/** Tells whether a document would hold the event loop for too long. */
function isSlow(text: string): boolean {
  return isJsonText(text) ? excessIn(text) !== undefined : text.length > maxYamlLength;
}

type Place = Extract<DraftAsk, { readonly set: string }>;

async function show({ drafts }: DraftsDeps, { set, name }: Place): Promise<JsonObject> {
  const seen = await drafts.show(set, name);
  if (seen === undefined) throw new Refusal("draft-unknown", {});
  if (seen === "damaged") throw new Refusal("draft-damaged", { draft: "this draft" });
  // Lookalike characters may deceive, so a form with every character visible is included.
  return { ...draftJson(seen), visible: shownJson(definitionJson(seen.content), "whole").text };
}

async function write({ drafts, principal }: DraftsDeps, body: JsonObject): Promise<JsonObject> {
  const written = writtenIn(body);
  const { set, from } = written;
  const by = principal.id;
  if (written.kind === "draft") {
    return writtenJson(set, await drafts.add({ set, from, by, ...definitionIn(written.draft) }));
  }
  const { document: text } = written;
  if (isSlow(text)) throw new Refusal("request-invalid", { because: "size" });
  const outcome = await drafts.importDocument({ text, set, from, by, max });
  if (outcome.kind === "imported") return importJson(outcome);
  if (outcome.kind === "overtaken") throw new Refusal("draft-differs", {});
  const problems = [{ pointer: outcome.pointer, message: outcome.reason }];
  throw new Refusal("draft-unreadable", { file: "The document", problems });
}

/** Calls wait while a draft is created, and the sender need not be the operator. */
const max: ImportLimits = { operations: 500, bytes: 2 * 1024 * 1024 };

async function edit(
  { drafts, principal }: DraftsDeps,
  { set, name }: Place,
  body: JsonObject,
): Promise<JsonObject> {
  const writing = { set, from: "the admin API", by: principal.id, ...definitionIn(body) };
  return writtenJson(set, await drafts.edit(name, writing));
}

function writtenJson(set: string, result: WriteResult): JsonObject {
  if (!("judged" in result)) throw new Refusal(unwritten[result.kind], {});
  const { digest, approvable, draft } = result.judged;
  const { name } = draft.tool;
  return { set, name: name ?? null, digest, approvable, changed: result.kind === "written" };
}

const unwritten = {
  taken: "draft-taken",
  unknown: "draft-unknown",
  overtaken: "draft-differs",
} as const;

async function decide(
  { drafts, principal }: DraftsDeps,
  { set, name, kind }: Place,
  body: JsonObject,
): Promise<JsonObject> {
  const to = kind === "approved" ? kind : "rejected";
  const digest = digestIn(body, to);
  // A program that holds its user's token must not approve its own draft.
  const self = isOperator(principal) ? "may" : "never";
  const verdict = { to, by: principal.id, self } as const;
  const result = await drafts.decide(
    set,
    name,
    digest === undefined ? verdict : { ...verdict, digest },
  );
  if (result.kind === "decided") return summaryJson(result.draft);
  throw refusalOf(result);
}

function refusalOf(result: Exclude<DecideResult, { readonly kind: "decided" }>): Refusal {
  if (result.kind !== "flawed") return new Refusal(undecided[result.kind], {});
  const errors = result.findings.filter(({ severity }) => severity === "error");
  return new Refusal("draft-flawed", { rules: [...new Set(errors.map(({ rule }) => rule))] });
}

const undecided = {
  unknown: "draft-unknown",
  differs: "draft-differs",
  own: "draft-own",
  settled: "draft-settled",
} as const;

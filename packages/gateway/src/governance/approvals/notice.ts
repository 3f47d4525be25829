import type { JsonObject } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import { readBinding } from "./binding.ts";

/** What a notice says about a request. It has no arguments, and no text is longer than a line. */
export interface Notice {
  readonly id: string;
  readonly tool: string;
  readonly server: string;
  readonly effect: string;
  readonly requester: string;
  readonly tenant: string;
  readonly expiresAt: string;
  /** Where to decide. Default: none. */
  readonly link?: string;
  /** The command that shows the request. */
  readonly command: string;
}

const maxText = 200;

/** A tool or an issuer chose some of these texts: one line each, without invisible characters. */
function shown(text: string): string {
  const plain = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, "?").trim();
  return plain.length > maxText ? `${plain.slice(0, maxText)}…` : plain;
}

export function noticeOf(approval: StoredApproval, link: string | undefined): Notice {
  const { id, tool, requester, tenant, expiresAt } = approval;
  const binding = readBinding(approval)?.binding;
  return {
    id,
    tool: shown(tool),
    server: shown(binding?.connection ?? "unknown"),
    effect: binding?.risk ?? "unknown",
    requester: shown(requester),
    tenant: shown(tenant ?? ""),
    expiresAt: new Date(expiresAt).toISOString(),
    ...(link !== undefined && { link: link.replace("{id}", encodeURIComponent(id)) }),
    command: `toolcourt approvals show ${id}`,
  };
}

/** Names and values in the order of reading. */
function facts(notice: Notice): readonly (readonly [string, string])[] {
  const { tool, server, effect, requester, tenant, expiresAt, command } = notice;
  return [
    ["Tool", tool],
    ["Server", server],
    ["Effect", effect],
    ["Asked by", tenant === "" ? requester : `${requester} (${tenant})`],
    ["Expires", expiresAt],
    ["See", command],
  ];
}

const title = "A call waits for approval";

export function webhookOf(notice: Notice): JsonObject {
  return { kind: "approval.requested", ...notice };
}

/** Slack reads `<!channel>` and links in any text that is not escaped. */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Plain text has no mentions, links or emphasis. */
function plainText(text: string): JsonObject {
  return { type: "plain_text", emoji: false, text: slackText(text) };
}

export function slackOf(notice: Notice): JsonObject {
  const { tool, link } = notice;
  const fields = facts(notice).map(([name, value]) => plainText(`${name}: ${value}`));
  const button = { type: "button", text: plainText("Review"), url: link ?? "" };
  return {
    text: slackText(`${title}: ${tool}`),
    blocks: [
      { type: "header", text: plainText(title) },
      { type: "section", fields },
      ...(link === undefined ? [] : [{ type: "actions", elements: [button] }]),
    ],
  };
}

/** Adaptive Cards read a part of Markdown in every text. */
function cardText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+\-!|~]/g, "\\$&");
}

export function teamsOf(notice: Notice): JsonObject {
  const { link } = notice;
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      { type: "TextBlock", size: "Medium", weight: "Bolder", text: title },
      {
        type: "FactSet",
        facts: facts(notice).map(([name, value]) => ({ title: name, value: cardText(value) })),
      },
    ],
    ...(link !== undefined && {
      actions: [{ type: "Action.OpenUrl", title: "Review", url: link }],
    }),
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  return { type: "message", attachments: [{ contentType, contentUrl: null, content }] };
}

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  readonly at: number;
}

/** Builds a whole message. Encoded, so that no text can begin a header or end the message. */
export function mailOf(notice: Notice, { from, to, at }: Envelope): string {
  const { id, tool, link } = notice;
  const lines = facts(notice).map(([name, value]) => `${name}: ${value}`);
  const text = [`${title}.`, "", ...lines, ...(link === undefined ? [] : ["", link]), ""];
  const domain = from.slice(from.indexOf("@") + 1);
  const head = [
    `From: <${from}>`,
    `To: ${to.map((each) => `<${each}>`).join(",\r\n ")}`,
    `Subject: ${encodedWords(`${title}: ${tool}`)}`,
    `Date: ${new Date(at).toUTCString().replace("GMT", "+0000")}`,
    // The same for the same request, so that a repeated mail can be recognized.
    `Message-ID: <approval-${id}@${domain}>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    'Content-Type: text/plain; charset="utf-8"',
    "Content-Transfer-Encoding: base64",
  ];
  const body =
    Buffer.from(text.join("\r\n"))
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return [...head, "", ...body, ""].join("\r\n");
}

/** RFC 2047: words of at most 75 characters, each with whole characters. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word]
    .map((each) => `=?utf-8?B?${Buffer.from(each).toString("base64")}?=`)
    .join("\r\n ");
}

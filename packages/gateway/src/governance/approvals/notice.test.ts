import type { JsonObject } from "@toolcourt/sdk";
import { approvalRig, proposal } from "@toolcourt/testing/approvals";
import { describe, expect, it } from "vitest";
import type { StoredApproval } from "../../stores/approval-store.ts";
import { mailOf, noticeOf, slackOf, teamsOf, webhookOf } from "./notice.ts";

const secret = "canary-of-the-arguments";

/** A request as stored, with hostile texts where others choose them. */
async function requested(differences: Partial<StoredApproval> = {}): Promise<StoredApproval> {
  const { approvals } = approvalRig();
  const result = await approvals.request(proposal({ arguments: { note: secret } }));
  if (result.kind !== "open") throw new Error("It was not requested.");
  return { ...result.approval, ...differences };
}

const hostile =
  "x\r\nBcc: all@example.com\r\n\r\n<!channel> *b* [a](http://evil) \u{202e}\u{200b}`";
const envelope = { from: "gateway@example.com", to: ["ops@example.com"], at: 0 };

/** Decodes the words of RFC 2047 in a header. */
function subjectIn(message: string): string {
  const header = /^Subject: (.*(?:\r\n .*)*)/m.exec(message)?.[1] ?? "";
  return [...header.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)]
    .map(([, word = ""]) => Buffer.from(word, "base64").toString())
    .join("");
}

function idOf(mail = ""): unknown {
  return /^Message-ID: (.*)$/m.exec(mail)?.[1];
}

describe("a notice", () => {
  it("names tool, effect, asker, expiry, command and link, and never an argument", async () => {
    const approval = await requested();
    const notice = noticeOf(approval, "https://console.example/approvals/{id}");

    const { id, tool, requester, expiresAt } = approval;
    expect(notice).toMatchObject({
      id,
      tool,
      requester,
      expiresAt: new Date(expiresAt).toISOString(),
      link: `https://console.example/approvals/${id}`,
      command: `toolcourt approvals show ${id}`,
    });
    expect(["read", "write", "destroy"]).toContain(notice.effect);
    const forms: readonly JsonObject[] = [webhookOf(notice), slackOf(notice), teamsOf(notice)];
    const mail = mailOf(notice, envelope);
    const body = Buffer.from(mail.split("\r\n\r\n")[1] ?? "", "base64").toString();
    for (const text of [...forms.map((form) => JSON.stringify(form)), body]) {
      expect(text).toContain(tool);
      expect(text).toContain(id);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(approval.digest);
    }
  });

  it("has one line for each text, without invisible characters", async () => {
    const { tool } = noticeOf(await requested({ tool: hostile }), undefined);

    expect(tool).toBe("x?Bcc: all@example.com?<!channel> *b* [a](http://evil) ?`");
    expect(noticeOf(await requested({ tool: "y".repeat(900) }), undefined).tool).toHaveLength(201);
  });

  it("mentions no channel in Slack", async () => {
    const text = JSON.stringify(slackOf(noticeOf(await requested({ tool: hostile }), undefined)));

    expect(text).toContain("&lt;!channel&gt;");
    expect(text).not.toContain("<!channel>");
    expect(text).not.toContain("mrkdwn");
  });

  it("has no links or emphasis of others in Teams", async () => {
    const text = JSON.stringify(teamsOf(noticeOf(await requested({ tool: hostile }), undefined)));

    expect(text).toContain(String.raw`\\*b\\* \\[a\\]\\(http://evil\\)`);
  });

  it("has no header of others in a mail, and no line that ends it", async () => {
    const tool = `${hostile} ${"ü".repeat(60)}\r\n.\r\n`;
    const mail = mailOf(
      noticeOf(await requested({ tool, requester: hostile }), undefined),
      envelope,
    );

    const [head = ""] = mail.split("\r\n\r\n");
    expect(head).not.toMatch(/^Bcc/m);
    expect(mail.split("\r\n").filter((line) => line.startsWith(".") || line.length > 78)).toEqual(
      [],
    );
    expect(mail.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(subjectIn(mail)).toMatch(
      /^A call waits for approval: x\?Bcc: all@example\.com.*ü{60}\?/,
    );
  });

  it("recognizes a repeated mail by its id", async () => {
    const approval = await requested();
    const [one, two] = [0, 60_000].map((at) =>
      mailOf(noticeOf(approval, undefined), { ...envelope, at }),
    );

    expect(idOf(one)).toContain(approval.id);
    expect(idOf(one)).toBe(idOf(two));
  });
});

import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { PendingFile } from "./entrance.ts";
import { createPages, type PagesOptions } from "./pages.ts";

function readyz(differences: Partial<PagesOptions>, accept?: string): string {
  const pageFor = createPages({
    paths: ["/mcp"],
    whyNotReady: () => [],
    resource: undefined,
    ...differences,
  });
  const request = new IncomingMessage(new Socket());
  request.url = "/readyz";
  if (accept !== undefined) request.headers.accept = accept;
  return pageFor(request).text;
}

const resource = {
  resource: new URL("https://tools.example.com/mcp"),
  issuers: [],
  scopes: [],
};

function pending(...files: readonly PendingFile[]) {
  return () => files;
}

describe("/readyz", () => {
  it("names the servers that are left out where every client is the operator", () => {
    expect(readyz({ leftOut: () => ["crm", "mail"] })).toBe(
      "ready, without servers that are left out: crm, mail. Next: toolcourt servers\n",
    );
    expect(readyz({ leftOut: () => [] })).toBe("ready\n");
  });

  it("lists every reason, as JSON if that is asked for", () => {
    const reason = { code: "store-unusable", text: "It is away.", next: "toolcourt x" } as const;
    const whyNotReady = () => [reason, { code: "stopping", text: "Bye." } as const];

    expect(readyz({ whyNotReady })).toBe("It is away. Next: toolcourt x\nBye.\n");
    expect(JSON.parse(readyz({ whyNotReady }, "application/json"))).toEqual({
      status: "not-ready",
      reasons: [reason, { code: "stopping", text: "Bye." }],
    });
    expect(JSON.parse(readyz({}, "application/json"))).toEqual({ status: "ready", reasons: [] });
  });

  it("warns of files that wait or are unusable by their kind, as JSON too", () => {
    const pendingFiles = pending(
      { file: "configuration", state: "unusable" },
      { file: "policy", state: "waiting" },
      { file: "keys", state: "unusable" },
    );

    expect(readyz({ pendingFiles })).toBe(
      [
        "ready",
        "toolcourt.yaml is unusable, so its last change is not in force. Next: toolcourt doctor",
        "The policy file was changed, and what the change adds waits for a reload. Next: toolcourt reload",
        "The keys file is unusable, so its keys are refused. Next: toolcourt doctor",
        "",
      ].join("\n"),
    );
    expect(JSON.parse(readyz({ pendingFiles }, "application/json"))).toMatchObject({
      status: "ready",
      warnings: [
        { code: "configuration-unusable" },
        { code: "policy-waiting", next: "toolcourt reload" },
        { code: "keys-unusable" },
      ],
    });
  });

  it("warns beside the reasons, and says nothing twice", () => {
    const reason = { code: "policy-unusable", text: "No policy." } as const;
    const pendingFiles = pending(
      { file: "policy", state: "unusable" },
      { file: "configuration", state: "waiting" },
    );

    expect(readyz({ whyNotReady: () => [reason], pendingFiles })).toBe(
      "No policy.\ntoolcourt.yaml was changed, and what the change adds waits for a reload. Next: toolcourt effective --diff\n",
    );
  });

  it("only counts them where callers are authenticated", () => {
    expect(readyz({ leftOut: () => ["crm", "mail"], resource })).toBe(
      "ready, without servers that are left out: 2. Next: toolcourt servers\n",
    );
  });
});

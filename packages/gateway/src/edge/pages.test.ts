import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createPages, type PagesOptions } from "./pages.ts";

function readyz(differences: Partial<PagesOptions>, accept?: string): string {
  const pageFor = createPages({
    path: "/mcp",
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

const changed = (): boolean => true;

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

  it("warns of a configuration that waits, as JSON too", () => {
    expect(readyz({ isWaiting: changed })).toBe(
      "ready\nThe configuration file was changed, and the change is not in force. Next: toolcourt effective --diff\n",
    );
    expect(JSON.parse(readyz({ isWaiting: changed }, "application/json"))).toMatchObject({
      status: "ready",
      warnings: [{ code: "configuration-waiting", next: "toolcourt effective --diff" }],
    });
  });

  it("only counts them where callers are authenticated", () => {
    expect(readyz({ leftOut: () => ["crm", "mail"], resource })).toBe(
      "ready, without servers that are left out: 2. Next: toolcourt servers\n",
    );
  });
});

import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createPages, type PagesOptions } from "./pages.ts";

function readyz(differences: Partial<PagesOptions>): string {
  const pageFor = createPages({
    path: "/mcp",
    whyNotReady: () => undefined,
    resource: undefined,
    ...differences,
  });
  const request = new IncomingMessage(new Socket());
  request.url = "/readyz";
  return pageFor(request).text;
}

const resource = {
  resource: new URL("https://tools.example.com/mcp"),
  issuers: [],
  scopes: [],
};

describe("/readyz", () => {
  it("names the servers that are left out where every client is the operator", () => {
    expect(readyz({ leftOut: () => ["crm", "mail"] })).toBe(
      "ready, without servers that are left out: crm, mail. Next: toolcourt servers\n",
    );
    expect(readyz({ leftOut: () => [] })).toBe("ready\n");
  });

  it("only counts them where callers are authenticated", () => {
    expect(readyz({ leftOut: () => ["crm", "mail"], resource })).toBe(
      "ready, without servers that are left out: 2. Next: toolcourt servers\n",
    );
  });
});

import { createHash } from "node:crypto";
import { openConsoleRig } from "@toolcourt/testing/console";
import { sendTo } from "@toolcourt/testing/console-requests";
import { fakeEntranceDeps, fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { openHttp } from "./http.ts";
import { startPage, startPageHeaders } from "./start-page.ts";

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

async function openGateway(): Promise<URL> {
  const gateway = fakeGatewayApi({ listed: () => [], callTool: () => Promise.reject(new Error()) });
  const clock = createFakeClock();
  const server = await openHttp(fakeEntranceDeps(gateway, clock), {
    host: "127.0.0.1",
    port: 0,
    clock,
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server.url;
}

describe("the start page", () => {
  it("tells a browser how to connect a client and how to open the console", async () => {
    const url = await openGateway();

    const { status, headers, text } = await sendTo(url, { path: "/", headers: browser });

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers).toMatchObject(startPageHeaders);
    expect(text).toContain(`<code>${url.href}</code>`);
    expect(text).toContain(`npx toolcourt connect cursor --url ${url.href}`);
    expect(text).toContain("npx toolcourt serve --console");
    expect(text).not.toContain("/console/");
  });

  it("is shown at every address without anything, as not found", async () => {
    const url = await openGateway();

    const found = await sendTo(url, { path: "/tools/hello?x=<b>", headers: browser });
    const begin = await sendTo(url, { path: "/?from=here", headers: browser });

    expect([found.status, begin.status]).toEqual([404, 200]);
    expect(found.text).not.toContain("hello");
    expect(found.text).not.toContain("<b>");
  });

  it("leaves the answers of other clients as they are", async () => {
    const url = await openGateway();
    const nothing = "There is nothing here; connect to /mcp.\n";

    const plain = await sendTo(url, { path: "/" });
    const curl = await sendTo(url, { path: "/", headers: { accept: "*/*" } });
    const posted = await sendTo(url, { method: "POST", path: "/", headers: browser });
    const health = await sendTo(url, { path: "/healthz", headers: browser });

    expect([plain, curl, posted].map(({ status, text }) => [status, text])).toEqual([
      [404, nothing],
      [404, nothing],
      [404, nothing],
    ]);
    expect(health.text).toBe("alive\n");
  });

  it("leads to the console that is on, and names the public address and the key", async () => {
    await using rig = await openConsoleRig({ resource: "https://tools.example.com/mcp" });

    const { text } = await sendTo(rig.url, { path: "/", headers: browser });

    expect(text).toContain('<a class="button" href="/console/">');
    expect(text).toContain("<code>https://tools.example.com/mcp</code>");
    expect(text).toContain("TOOLCOURT_KEY");
    expect(text).not.toContain(rig.url.host);
  });

  it("runs nothing, and its policy allows its own style alone", () => {
    const page = startPage({ url: "http://x/mcp", asksForKey: false, hasConsole: true });
    const [, style = ""] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    const digest = createHash("sha256").update(style).digest("base64");

    expect(startPageHeaders["content-security-policy"]).toContain(`style-src 'sha256-${digest}'`);
    expect(page).not.toMatch(/<script|\son\w+=|style=|src=/);
  });

  it("writes nothing of the address as markup", () => {
    const url = "http://x/<img src=x>&\"'";

    expect(startPage({ url, asksForKey: false, hasConsole: false })).not.toContain("<img");
  });
});

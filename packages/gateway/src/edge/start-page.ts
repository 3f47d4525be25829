import { createHash } from "node:crypto";
import { type ClientSetup, clientSetups, keyVariable } from "./clients/client-setups.ts";

/** What the page says of the gateway. All of it is public: strangers see the page. */
export interface StartPageFacts {
  /** The address that clients connect to. */
  readonly url: string;
  readonly asksForKey: boolean;
  readonly hasConsole: boolean;
}

const style = `:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}
body{max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem;color:light-dark(#1b1f24,#e4e8ec);background:light-dark(#f6f7f8,#101316)}
h1{font-size:1.5rem}h2{font-size:1.125rem;margin-top:2rem}
code,pre{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.875rem;overflow-wrap:anywhere}
pre{padding:.625rem .75rem;overflow:auto;white-space:pre-wrap;background:light-dark(#fff,#171b1f);border:1px solid light-dark(#dde1e6,#2c343b);border-radius:.375rem}
a{color:light-dark(#2b50b8,#8fb0ff)}a.button{display:inline-block;padding:.375rem .875rem;color:light-dark(#fff,#0e1626);text-decoration:none;background:light-dark(#2b50b8,#8fb0ff);border-radius:.375rem}
details{border-top:1px solid light-dark(#dde1e6,#2c343b)}summary{min-height:1.5rem;padding:.5rem 0;cursor:pointer;font-weight:550}
:focus-visible{outline:2px solid light-dark(#2b50b8,#8fb0ff);outline-offset:2px}`;

const styleDigest = createHash("sha256").update(style).digest("base64");

/** The headers of the console's pages, for a page that runs nothing and loads nothing. */
export const startPageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
  vary: "accept",
};

/** Says what this address is, how a client connects to it, and how the console is opened. */
export function startPage(facts: StartPageFacts): string {
  const { url, asksForKey, hasConsole } = facts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Toolcourt</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Toolcourt</h1>
<p>This is a gateway between MCP clients and their tools. It speaks a protocol for programs, so there is little to see here.</p>
<h2>Connect a client</h2>
<p>Its address is <code>${escaped(url)}</code>.</p>
${asksForKey ? keyHint : ""}<p>Choose your client. The command writes the entry for you.</p>
${clientSetups(facts).map(setupHtml).join("\n")}
<h2>Open the console</h2>
${hasConsole ? consoleOn : consoleOff}
</main>
</body>
</html>
`;
}

const keyHint = `<p>Callers show a key. Set the variable <code>${keyVariable}</code> to yours where the client starts.</p>\n`;

const consoleOn = `<p><a class="button" href="/console/">Open the console</a></p>
<p>This command on the gateway's machine prints a link that signs you in:</p>
<pre>npx toolcourt console</pre>`;

const consoleOff = `<p>The console is off. It shows what waits for you, and what the gateway does. To serve it, start the gateway with:</p>
<pre>npx toolcourt serve --console</pre>`;

function setupHtml({ title, command, entry }: ClientSetup): string {
  const byHand =
    entry === undefined
      ? "<p>This client starts the gateway itself. Run the command beside its configuration.</p>"
      : `<p>Or write into <code>${escaped(entry.file)}</code>:</p>\n<pre>${escaped(entry.text)}</pre>`;
  return `<details><summary>${escaped(title)}</summary>
<pre>${escaped(command)}</pre>
${byHand}
</details>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
}

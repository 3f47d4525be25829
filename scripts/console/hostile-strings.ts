import { sharedData } from "@toolcourt/testing/shared-data";

const data = sharedData("strings", "blns.json");

/** Texts that attack a page, or the person in front of it. */
export const hostileStrings: readonly string[] = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<img src=https://attacker.example/pixel.png>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=https://attacker.example></object>",
  "<embed src=https://attacker.example>",
  "<link rel=stylesheet href=https://attacker.example/a.css>",
  "<style>@import 'https://attacker.example/a.css';</style>",
  "<base href=https://attacker.example/>",
  "<meta http-equiv=refresh content='0;url=https://attacker.example'>",
  "<form action=https://attacker.example><button>Approve</button></form>",
  "<a href=javascript:alert(1)>open</a>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<body onload=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<template><script>alert(1)</script></template>",
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "//attacker.example/a.js",
  "${alert(1)}",
  "{{constructor.constructor('alert(1)')()}}",
  "__proto__",
  "constructor",
  "toString",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
  "![pixel](https://attacker.example/pixel.png)",
  "[Approve](https://attacker.example)",
  "\u{202e}gnp.exe",
  "\u{2066}admin\u{2069}\u{202a}",
  "pay\u{200b}ment\u{2060}",
  "p\u{430}yp\u{430}l.example",
  "\u{e0041}\u{e0042} tags",
  "Z\u{335}\u{336}\u{337}\u{338}a\u{335}\u{336}\u{337}\u{338}lgo",
  "a\u{0}b\u{1b}[31mred\u{7f}",
  "=cmd|' /C calc'!A0",
  ...naughty(),
];

function naughty(): readonly string[] {
  if (data.missing !== undefined) return [];
  const [file] = data.files();
  const list: unknown = JSON.parse(Buffer.from(file?.bytes ?? []).toString("utf8"));
  if (!Array.isArray(list)) return [];
  return list.filter((each) => typeof each === "string").filter((each) => each !== "");
}

import { describe, expect, it } from "vitest";
import { componentsOf } from "./path-rules.ts";

const refused = [
  { why: "absolute (S1-36)", paths: ["/etc/passwd", "//etc/passwd", "/", "\uff0fetc"] },
  {
    why: "two dots anywhere (S1-13, T39)",
    paths: ["..", "a/../b", "a..b", "../", "....//x", "\uff0e\uff0e/x", "\u2025/x", ".\u200b./x"],
  },
  {
    why: "an environment file at any depth, however it is written (S1-14)",
    paths: [
      ".env",
      ".ENV",
      "x/.env.local",
      ".environment",
      ".env/x",
      "prod.env",
      "\uff0eenv",
      ".env.",
    ],
  },
  {
    why: "a name that holds a forbidden word (S1-15)",
    paths: ["Secret", "a/mysecrets/b", "aws_Credentials.json", "\u017fecret", "se\u00adcret"],
  },
  {
    why: "the inside of git (S1-16)",
    paths: [".git", ".git/config", "a/.GIT/HEAD", ".git./x", ".git /x", ".g\u200cit/x", "git~1/x"],
  },
  {
    why: "a key or another program's password (SECURITY 5.6)",
    paths: [
      "a.pem",
      "tls/server.KEY",
      "id_rsa",
      "id_rsa.pub",
      ".npmrc",
      ".netrc",
      ".aws/x",
      "a/.ssh/b",
    ],
  },
  {
    why: "more than a name to another system",
    paths: [
      "C:\\x",
      "a\\b",
      ".git::$DATA",
      "~/x",
      "$HOME/x",
      "a%2fb",
      "a\u2215b",
      "docs/ok.txt.",
      "docs/ok.txt ",
      "CON",
      "aux.txt",
      "a\u0000b",
      "a\nb",
    ],
  },
  { why: "text that is shown in another order", paths: ["docs/\u202etxt.ko", "a\ud800"] },
];

describe("componentsOf", () => {
  it.each(refused.flatMap(({ why, paths }) => paths.map((path) => ({ why, path }))))(
    "refuses $path: $why",
    ({ path }) => {
      expect(() => componentsOf(path)).toThrow(expect.objectContaining({ code: "path-refused" }));
    },
  );

  it.each(["", ".", ".//", "docs/", "docs/."])("refuses %j as a folder", (path) => {
    expect(() => componentsOf(path)).toThrow(expect.objectContaining({ code: "not-a-file" }));
  });

  it.each([
    { path: "./docs//ok.txt", normalized: "docs/ok.txt" },
    { path: "docs/./ok.txt", normalized: "docs/ok.txt" },
    { path: "docs/environment.md", normalized: "docs/environment.md" },
    { path: ".gitignore", normalized: ".gitignore" },
    { path: ".github/x.yml", normalized: ".github/x.yml" },
    { path: "src/env.ts", normalized: "src/env.ts" },
    { path: "src/keyboard.ts", normalized: "src/keyboard.ts" },
    { path: "console/x", normalized: "console/x" },
    { path: "docs/\u00fcber.txt", normalized: "docs/\u00fcber.txt" },
  ])("accepts $path unchanged", ({ path, normalized }) => {
    expect(componentsOf(path).join("/")).toBe(normalized);
  });
});

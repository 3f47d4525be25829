import { describe, expect, it } from "vitest";
import { hasStackTrace, secretsIn } from "./remark.ts";

describe("hasStackTrace", () => {
  it.each([
    "Error: no\n    at read (/srv/app/server.js:10:5)",
    "Error: no\n    at file:///srv/app/server.js:10:5",
    'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in main',
    "java.lang.IllegalStateException: no\n\tat com.example.App.main(App.java:12)",
    "no\n   at App.Main() in /srv/App.cs:line 12",
    "goroutine 1 [running]:\nmain.main()",
    "thread 'main' panicked at src/main.rs:2:5",
    "app.rb:12:in `main'",
  ])("detects a stack trace in %j", (text) => {
    expect(hasStackTrace(text)).toBe(true);
  });

  it.each([
    "The meeting is at 10:30:00.",
    "Expected a string at /name.",
    "No file at line 3, column 4.",
    "Look\nat the house (number 12).",
  ])("detects no stack trace in %j", (text) => {
    expect(hasStackTrace(text)).toBe(false);
  });
});

const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

describe("secretsIn", () => {
  it("names the kinds of secrets without showing them", () => {
    const found = secretsIn([`Use ${token} for it.`], "{}");

    expect(found).toHaveLength(1);
    expect(found.join(" ")).not.toContain("ghp_");
  });

  it("ignores secrets that the caller sent", () => {
    expect(secretsIn([`You said ${token}.`], JSON.stringify({ text: token }))).toEqual([]);
  });
});

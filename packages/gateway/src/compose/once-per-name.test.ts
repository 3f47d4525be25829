import { expect, it } from "vitest";
import { oncePerName } from "./once-per-name.ts";

it("oncePerName reports each name once, and no more than a hundred", () => {
  const reported: string[] = [];
  const report = oncePerName((name) => reported.push(name));

  for (let at = 0; at < 200; at += 1) report(`com.example/${at % 150}`);

  expect(reported).toHaveLength(100);
  expect(new Set(reported).size).toBe(100);
});

it("oncePerName reports in printable form", () => {
  const reported: string[] = [];

  oncePerName((name) => reported.push(name))("a\u202Eb\n");

  expect(reported).toEqual([expect.not.stringMatching(/[\u202E\n]/)]);
});

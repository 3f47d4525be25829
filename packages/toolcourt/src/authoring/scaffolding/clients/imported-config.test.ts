import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { expect, it } from "vitest";
import { importedConfig, plainJson } from "./imported-config.ts";

it("plainJson removes comments and trailing commas without moving any offset", () => {
  const text = '{ // one\n  "a": "// no /* comment, }", /* two\n lines */ "b": [1, 2, ],\n}';

  const plain = plainJson(text);

  expect(JSON.parse(plain)).toEqual({ a: "// no /* comment, }", b: [1, 2] });
  expect(plain).toHaveLength(text.length);
  expect(plain.indexOf('"b"')).toBe(text.indexOf('"b"'));
});

it("plainJson handles quotes and backslashes", () => {
  const text = '{"a":"\\\\","b":"\\" // ,]"}';

  expect(plainJson(text)).toBe(text);
});

it("importedConfig turns no foreign text into a reference", () => {
  const text = "${cmd:touch it}";
  const server = { name: "crm", notes: [], leftOut: [], unfinished: false };
  const transport = { kind: "stdio", command: text, args: ["-y", `a@${text}`], env: {} } as const;
  const found = { servers: [{ ...server, transport }], skipped: [], unknown: [], variables: [] };

  const { toolbox } = loadConfig(importedConfig(found), { file: "t.yaml", environment: {} });

  expect(toolbox.servers[0]?.transport).toMatchObject({ command: text, args: ["-y", `a@${text}`] });
});

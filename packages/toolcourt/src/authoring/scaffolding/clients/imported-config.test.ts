import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { expect, it } from "vitest";
import { importedConfig } from "./imported-config.ts";

it("importedConfig turns no foreign text into a reference", () => {
  const text = "${cmd:touch it}";
  const server = { name: "crm", notes: [], leftOut: [], unfinished: false };
  const transport = { kind: "stdio", command: text, args: ["-y", `a@${text}`], env: {} } as const;
  const found = { servers: [{ ...server, transport }], skipped: [], unknown: [], variables: [] };

  const { toolbox } = loadConfig(importedConfig(found), { file: "t.yaml", environment: {} });

  expect(toolbox.servers[0]?.transport).toMatchObject({ command: text, args: ["-y", `a@${text}`] });
});

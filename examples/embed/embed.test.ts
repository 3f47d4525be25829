import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const program = `${import.meta.dirname}/embed.ts`;

it("embeds a gateway in a program of about twenty lines", { timeout: 30_000 }, async () => {
  const { stdout } = await promisify(execFile)(execPath, [
    "--conditions=@toolcourt/source",
    program,
  ]);

  const [address, answered, refused] = stdout.split("\n");
  expect(address).toBe("MCP clients connect to /mcp");
  expect(JSON.parse(answered ?? "")).toMatchObject({ data: { celsius: 21 } });
  expect(refused).toContain("get-forecast");
  expect(readFileSync(program, "utf8").split("\n").length).toBeLessThan(22);
});

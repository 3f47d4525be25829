import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { runProgram } from "@toolcourt/testing/services/run-program";
import type { Page } from "playwright-core";

const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");

/** Finds the last answered call of a tool, saves the proof of its row, and verifies it by command. */
export async function proveCall(page: Page, tool: string, folder: string): Promise<void> {
  const link = page.locator("nav").getByRole("link", { name: "Calls", exact: true });
  await link.click();
  await page.locator("tbody tr", { hasText: tool }).first().locator("[data-row]").click();
  await page.locator('a[href*="/audit?row="]').last().click();
  const button = page.getByRole("button", { name: "Save the proof" });
  await button.waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const file = join(folder, saved.suggestedFilename());
  await saved.saveAs(file);
  const run = (...args: readonly string[]): Promise<string> =>
    runProgram({ command: execPath, args: [bin, ...args], cwd: folder });
  writeFileSync(join(folder, "audit.pub"), await run("audit", "key"));
  await run("audit", "verify", file, "--key", "audit.pub");
}

import { resolve } from "node:path";
import { execPath } from "node:process";
import { openFolder } from "@toolcourt/testing/folder";
import { openServing, type Serving } from "@toolcourt/testing/serving";
import { tool } from "@toolcourt/testing/tool";
import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import type { World } from "./world.ts";

const program = resolve(
  import.meta.dirname,
  "../../packages/testing/src/programs/listed-server.ts",
);
const count = 10_000;
const maxLatencyMs = 100;
const maxRows = 100;

/** Searches among 10,000 tools of a real gateway, and walks to the last page. */
export async function checkTools({ browser }: World): Promise<Finding> {
  await using folder = await openFolder({ "tools.json": JSON.stringify(manyTools()) });
  const file = resolve(folder.path, "tools.json");
  await folder.write("toolcourt.yaml", JSON.stringify({ toolbox: { mcps: [serverOf(file)] } }));
  await using serving = await openServing(folder.path, "--console");
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  await page.goto(linkOf(serving));
  await page.getByRole("link", { name: "Tools", exact: true }).click();
  await page.getByText(`${count} tools`).waitFor();
  const rows = await page.locator("[data-row]").count();
  const quiet = await typeAnywhere(page);
  await page.keyboard.press("/");
  const typed = await type(page, "tool 0777 geneva");
  await page.getByText(`1 of ${count} tools`).waitFor();
  const found = await page.locator("[data-row]").innerText();
  const pages = await walk(page);
  const answers = await answerTimes(page);
  await context.close();
  // On a machine that does other work a key takes long without any list.
  const limit = Math.max(maxLatencyMs, 2 * quiet);
  return {
    figure: `${count} tools: keys take at most ${typed} ms (${quiet} ms without a list), ${rows} rows, ${pages} pages read, answers within ${answers} ms`,
    problems: [
      ...problems,
      ...(typed < limit ? [] : [`a key took ${typed} ms`]),
      ...(rows <= maxRows ? [] : ["the list is not paged"]),
      ...(found === "tool-07770" ? [] : [`the search found ${found}`]),
      ...(pages > 3 ? [] : ["there is no next page"]),
    ],
  };
}

function manyTools(): readonly object[] {
  const city = ["Geneva", "Basel", "Lugano"];
  return Array.from({ length: count }, (_, index) =>
    tool({
      name: `tool-${String(index).padStart(5, "0")}`,
      description: `Returns the weather of ${city[index % 10] ?? "a city"} for the coming days. Use it when a person asks how warm it will be. For example: how warm will it be tomorrow?`,
    }),
  );
}

function serverOf(file: string): object {
  return {
    name: "many",
    transport: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", program, file],
    mode: "dynamic",
    default_tool_config: {},
    max_tools: count,
  };
}

function linkOf({ printed }: Serving): string {
  const [link = ""] = printed.flatMap((line) => /^Open (\S+#\S+)$/.exec(line)?.[1] ?? []);
  return link;
}

/** Types a text as a person does. Returns the milliseconds from the slowest key to its frame. */
async function type(page: Page, text: string): Promise<number> {
  await page.evaluate(`globalThis.latencies = [];
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId > 0) latencies.push(duration);
    }).observe({ type: "event", durationThreshold: 16 });`);
  await page.keyboard.type(text, { delay: 70 });
  await page.waitForTimeout(500);
  const latencies = await page.evaluate<readonly number[]>("latencies");
  return Math.max(0, ...latencies);
}

/** Types into the commands, where no list changes. */
async function typeAnywhere(page: Page): Promise<number> {
  await page.keyboard.press("Control+k");
  const slowest = await type(page, "go to tools");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  return slowest;
}

/** Reads a few pages, one after the other. */
async function walk(page: Page): Promise<number> {
  await page.locator("[data-search]").fill("");
  await page.getByText(`${count} tools`, { exact: true }).waitFor();
  let pages = 1;
  for (; pages < 5; pages += 1) {
    const first = await page.locator("[data-row]").first().innerText();
    await page.getByRole("link", { name: "Next tools" }).click();
    await page.locator("[data-row]").filter({ hasText: first }).waitFor({ state: "detached" });
  }
  return pages;
}

/** Returns the slowest answer about tools, as the page saw it. */
async function answerTimes(page: Page): Promise<number> {
  return page.evaluate<number>(`Math.round(Math.max(...performance.getEntriesByType("resource")
    .filter(({ name }) => name.includes("/api/v1/tools")).map(({ duration }) => duration)))`);
}

import { expected, tabTo } from "./check-keyboard.ts";
import type { Finding } from "./finding.ts";
import { verifying } from "./pages/audit.ts";
import type { World } from "./world.ts";

/** Verifies, opens a row, closes a call and forgets an answer with the keyboard alone. */
export async function checkRecords(world: World): Promise<Finding> {
  const walks = { verifies, opensRow, closes, forgets };
  const problems: string[] = [];
  for (const [name, walk] of Object.entries(walks)) {
    const found = await walk(world).catch((error: unknown) => [String(error)]);
    problems.push(...found.map((flaw) => `${name}: ${flaw}`));
  }
  return { figure: `${Object.keys(walks).join(", ")} with keys alone`, problems };
}

async function verifies(world: World): Promise<readonly string[]> {
  const routes = verifying(true, { kind: "progress", rows: 10, of: 48_204 });
  await using tab = await world.openPage({ routes });
  const { page } = tab;
  await tab.open("audit");
  await page.locator(".verification").waitFor();
  await tabTo(page, "button", "Verify the log");
  await page.keyboard.press("Enter");
  await page.locator("progress").waitFor();
  await tabTo(page, "button", "Cancel");
  await page.keyboard.press("Enter");
  await page.getByText("Cancelled.").waitFor();
  return expected("the progress", String(await page.locator("progress").count()), "0");
}

async function opensRow(world: World): Promise<readonly string[]> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("audit?view=row");
  await page.locator("input[name=row]").waitFor();
  await tabTo(page, "input[name=row]");
  await page.keyboard.type("48203");
  await page.keyboard.press("Enter");
  await page.locator(".tree").first().waitFor();
  const looks = world.server.asked.filter((each) => each === "GET audit/rows/48203").length;
  // Each look is a row of the log, so another one needs another key.
  world.server.cut();
  await page.locator(".live-behind").waitFor();
  await page.locator(".live-connected").waitFor();
  const later = world.server.asked.filter((each) => each === "GET audit/rows/48203").length;
  return [
    ...expected("the looks", String(looks), "1"),
    ...expected("the looks after a lost connection", String(later), "1"),
  ];
}

async function closes(world: World): Promise<readonly string[]> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("audit?view=unfinished");
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("j");
  await tabTo(page, "button", "Close");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await tabTo(page, "dialog button", "Close the call");
  await page.keyboard.press("Enter");
  await page.locator("dialog").waitFor({ state: "detached" });
  const posted = world.server.asked.filter((each) => each === "POST audit/unfinished/close").length;
  const focus = await page.evaluate<string>("document.activeElement.tagName");
  return [...expected("the requests", String(posted), "1"), ...expected("the focus", focus, "H2")];
}

async function forgets(world: World): Promise<readonly string[]> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("quarantine");
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.locator(".stored").waitFor();
  await tabTo(page, "button", "Forget");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await tabTo(page, "dialog button", "Forget");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console/quarantine");
  const posted = world.server.asked.filter((each) => each.endsWith("/forget")).length;
  return expected("the requests", String(posted), "1");
}

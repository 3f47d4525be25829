import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { approvals, callEvent, digest, summaryOf } from "./fixture-data.ts";
import type { FixtureRoutes } from "./fixture-server.ts";
import type { World } from "./world.ts";

const [write, destroy] = approvals;
const secondQuote = "Then it clears up, with wind from the north-east.";
const digits = digest.slice(0, 12);

/** Approves, denies and filters with the keyboard alone. */
export async function checkKeyboard(world: World): Promise<Finding> {
  const walks = { approves, destroys, denies, filters, commands, asks };
  const problems: string[] = [];
  for (const [name, walk] of Object.entries(walks)) {
    const found = await walk(world).catch((error: unknown) => [String(error)]);
    problems.push(...found.map((flaw) => `${name}: ${flaw}`));
  }
  return { figure: `${Object.keys(walks).join(", ")} with keys alone`, problems };
}

type Problems = readonly string[];

async function approves(world: World): Promise<Problems> {
  await using tab = await world.openPage({ routes: deciding() });
  const { page } = tab;
  await tab.open("approvals");
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.locator("#digest").waitFor();
  const landed = await focused(page);
  await tabTo(page, "#digest");
  await page.keyboard.type("8d2a");
  await page.keyboard.press("Enter");
  const early = world.server.asked.some((each) => each.startsWith("POST approvals"));
  await page.keyboard.type(digits.slice(4));
  await page.keyboard.press("Enter");
  await page.locator(".tag-good", { hasText: "approved" }).waitFor();
  return [
    ...expected("the heading has the focus of a new page", landed, "H1"),
    ...(early ? ["four digits were enough"] : []),
    ...expected("the focus after the decision", await focused(page), "H2"),
  ];
}

async function destroys(world: World): Promise<Problems> {
  await using tab = await world.openPage({ routes: deciding() });
  const { page } = tab;
  await tab.open(`approvals/${destroy?.id ?? ""}`);
  await page.locator("#digest").waitFor();
  await tabTo(page, "#digest");
  await page.keyboard.type(digits);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(1_200);
  const early = world.server.asked.some((each) => each.startsWith("POST approvals"));
  await page.keyboard.down("Enter");
  await page.waitForTimeout(1_200);
  await page.keyboard.up("Enter");
  await page.locator(".tag-good", { hasText: "approved" }).waitFor();
  return early ? ["a short press was enough"] : [];
}

async function denies(world: World): Promise<Problems> {
  await using tab = await world.openPage({ routes: deciding() });
  const { page } = tab;
  await tab.open(`approvals/${write?.id ?? ""}`);
  await page.locator("#digest").waitFor();
  await tabTo(page, "button", "Deny");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  const back = await page.evaluate<string>("document.activeElement.textContent");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await tabTo(page, "dialog button.danger");
  await page.keyboard.press("Enter");
  await page.locator(".tag-bad", { hasText: "denied" }).waitFor();
  return expected("the focus after the dialog", back, "Deny");
}

async function filters(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("");
  await page.locator(".live-connected").waitFor();
  for (let index = 0; index < 14; index += 1) world.server.send("calls", callEvent(index));
  await page.locator(".live-rows tbody tr").nth(13).waitFor();
  await tabTo(page, "a", "Refused only");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console/?only=refused");
  const rows = await page.locator(".live-rows tbody tr").count();
  return expected("rows of refused calls", String(rows), "2");
}

async function commands(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("go appr");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console/approvals");
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const row = await page.evaluate<string>("document.activeElement.textContent");
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  const back = await page.evaluate<string>("document.activeElement.textContent");
  return [
    ...expected("the second row", row, destroy?.tool ?? ""),
    ...expected("the focus after the help", back, row),
  ];
}

async function asks(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("ask");
  await page.locator("#question").waitFor();
  await tabTo(page, "#question");
  await page.keyboard.type("What is the weather in Geneva?");
  await page.keyboard.press("Enter");
  await page.locator(".claim").first().waitFor();
  await tabTo(page, ".claim");
  await page.keyboard.press("j");
  const marked = await page.locator(".quote-marked").allTextContents();
  return expected("the quote of the second claim", marked.join(), secondQuote);
}

function deciding(): FixtureRoutes {
  const routes = approvals.flatMap((each) => {
    const decided = (step: string, state: string) =>
      [
        `POST approvals/${each.id}/${step}`,
        () => ({ body: { ...summaryOf(each), state, decidedBy: "operator:olga" } }),
      ] as const;
    return [decided("approve", "approved"), decided("deny", "denied")];
  });
  return Object.fromEntries(routes);
}

/** Presses Tab until an element with this text has the focus. */
async function tabTo(page: Page, selector: string, text = ""): Promise<void> {
  const [css, content] = [selector, text].map((each) => JSON.stringify(each));
  const isThere = `(({ activeElement: it }) => it.matches(${css}) && it.textContent.includes(${content}))(document)`;
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate<boolean>(isThere)) return;
  }
  throw new Error(`Tab does not reach ${selector} ${text}.`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>("document.activeElement.tagName");
}

function expected(what: string, found: string, wanted: string): Problems {
  return found === wanted ? [] : [`${what} is ${found}, not ${wanted}`];
}

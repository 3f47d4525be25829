import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { approvals, callEvent, digest, summaryOf } from "./fixture-data.ts";
import type { FixtureRoutes } from "./fixture-server.ts";
import { place } from "./pages/try.ts";
import type { World } from "./world.ts";

const [write, destroy] = approvals;
const secondQuote = "Then it clears up, with wind from the north-east.";
const digits = digest.slice(0, 12);

/** Approves, denies and filters with the keyboard alone. */
export async function checkKeyboard(world: World): Promise<Finding> {
  const walks = {
    approves,
    destroys,
    denies,
    filters,
    commands,
    searches,
    admits,
    tries,
    asks,
  };
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
  await page.locator(".live-connected").waitFor();
  await page.keyboard.press("Control+k");
  await page.locator(".palette-input:focus").waitFor();
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

async function searches(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("tools");
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("money");
  await page.waitForURL("**/console/tools?q=money");
  const kept = await page.evaluate<string>("document.activeElement.value");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.waitForURL("**/console/tools?q=money&server=bank");
  await tabTo(page, "a", "Held");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console/tools?q=money&server=bank&state=held");
  await page.keyboard.press("j");
  const row = await focused(page);
  await page.goBack();
  await page.goBack();
  const back = await page.locator("[data-search]").inputValue();
  return [
    ...expected("the field while it is typed in", kept, "money"),
    ...expected("the row under j", row, "A"),
    ...expected("the field after going back", back, "money"),
  ];
}

async function admits(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("tools/bank/transfer_money");
  await page.getByRole("link", { name: "Drift" }).first().waitFor();
  await tabTo(page, "a", "Drift");
  await page.keyboard.press("Enter");
  await page.locator("#digest").waitFor();
  await tabTo(page, "#digest");
  await page.keyboard.type("8d2a");
  await page.keyboard.press("Enter");
  const early = world.server.asked.some((each) => each.startsWith("POST admissions"));
  await page.keyboard.type("91c07be4");
  await tabTo(page, ".reason input");
  await page.keyboard.type("Read it.");
  await page.keyboard.press("Enter");
  await page.locator("h2:focus").waitFor();
  const sent = world.server.asked.filter((each) => each.startsWith("POST admissions"));
  return [
    ...(early ? ["four digits were enough"] : []),
    ...expected("what was sent", sent.join(), "POST admissions/bank/transfer_money/admit"),
  ];
}

async function tries(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  const { page } = tab;
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/try")) bodies.push(request.postData() ?? "");
  });
  await tab.open(`${place}/try`);
  await page.locator("#run").waitFor();
  await tabTo(page, '[id="at/account"]');
  await page.keyboard.type("CH93");
  await tabTo(page, '[id="at/amount"]');
  await page.keyboard.type("12345678901234567890");
  await tabTo(page, '[id="at/urgent"]');
  await page.keyboard.press("t");
  await tabTo(page, "button", "Add an item");
  await page.keyboard.press("Enter");
  await page.keyboard.type("rent");
  await page.locator(".verdict-good").waitFor();
  await page.keyboard.press("Alt+j");
  const json = await page.locator("#whole").inputValue();
  await page.keyboard.type(" ");
  await page.keyboard.press("Alt+j");
  await page.locator('[id="at/account"]').waitFor();
  await tabTo(page, "#run");
  await page.keyboard.press("Enter");
  await page.locator(".outcome .tag-good").waitFor();
  const focus = await focused(page);
  const sent =
    '{"arguments":{"account":"CH93","amount":12345678901234567890,"urgent":true,"tags":["rent"]}}';
  return [
    ...expected("what was sent", bodies.at(-1) ?? "", sent),
    ...expected("the lines of JSON", String(json.split("\n").length), "8"),
    ...expected("the focus after the call", focus, "H2"),
    ...(bodies.length > 10 ? [`${bodies.length} questions to the gate`] : []),
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
export async function tabTo(page: Page, selector: string, text = ""): Promise<void> {
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

export function expected(what: string, found: string, wanted: string): Problems {
  return found === wanted ? [] : [`${what} is ${found}, not ${wanted}`];
}

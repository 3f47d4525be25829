import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { approvalOf, approvals, overviewNow, summaryOf } from "./fixture-data.ts";
import type { FixtureRoutes } from "./fixture-server.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { hostileAsk } from "./pages/ask.ts";
import { askIn } from "./pages/ask-states.ts";
import { hostileRuns, shownId } from "./pages/runs.ts";
import { hostileSettings } from "./pages/settings.ts";
import type { TestPage, World } from "./world.ts";

const id = "f".repeat(32);
const pageSize = 100;

/** Shows hostile strings wherever the console shows foreign text. */
export async function checkHostile(world: World): Promise<Finding> {
  const problems: string[] = [];
  await using tab = await world.openPage({ routes: hostileRoutes() });
  for (const [name, path] of [
    ["the overview", ""],
    ["the list", "approvals"],
    ["a request", `approvals/${id}`],
    ["the exact text", `approvals/${id}?view=exact`],
    ["the settings", "settings"],
    ["connecting a client", "settings/connect"],
    ["an answer", "ask"],
    ["the runs", "runs"],
    ["a run", `runs/${shownId}`],
    ["a refusal", "approvals/refused"],
  ] as const) {
    await tab.open(path);
    await tab.page.getByText("Loading…").waitFor({ state: "detached" });
    if (path === "") await sendHostile(tab, world);
    if (name === "the settings") await planHostile(tab);
    if (name === "an answer") await askIn(tab.page);
    if (name === "connecting a client") await tab.page.locator("summary").first().click();
    if (name === "a request") await tab.page.locator(".tree .escape").first().waitFor();
    problems.push(...(await flawsIn(tab.page)).map((flaw) => `${name}: ${flaw}`));
  }
  // The last page has an id that only its address names.
  if ((await tab.page.locator(".terminal").count()) > 0) {
    problems.push("a refusal: a command with an id of the address");
  }
  const reports = world.server.reports.splice(0);
  const all = [...problems, ...tab.incidents, ...reports];
  const places = `${hostileStrings.length} strings`;
  const counts = `${reports.length} CSP reports, ${tab.incidents.length} dialogs or foreign requests`;
  return { figure: `${places}, ${counts}, ${problems.length} hidden characters`, problems: all };
}

async function sendHostile({ page }: TestPage, { server }: World): Promise<void> {
  await page.locator(".live-connected").waitFor();
  for (const [index, text] of hostileStrings.slice(0, 150).entries()) {
    server.send("calls", { id: `${index}`, tool: text, status: text, stage: text, code: text });
  }
  await page.locator(".live-rows tbody tr").nth(40).waitFor();
}

async function planHostile({ page }: TestPage): Promise<void> {
  await page.locator(".reload button").first().click();
  await page.locator(".changes").waitFor();
}

/** Characters without a glyph, in texts and in tool tips. Elements that only a string can have made. */
async function flawsIn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const hidden = /(?![\\n\\t ])[\\p{C}\\p{Default_Ignorable_Code_Point}]/u;
    const flaws = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data } = texts.currentNode;
      if (hidden.test(data)) flaws.push("a hidden character in " + JSON.stringify(data.slice(0, 40)));
    }
    for (const { title } of document.querySelectorAll("[title]"))
      if (hidden.test(title)) flaws.push("a hidden character in a tool tip");
    for (const made of document.querySelectorAll("#console :is(script, iframe, img, object, embed, style, base, meta, link, video, math)"))
      flaws.push("an element: " + made.outerHTML.slice(0, 60));
    if (document.querySelectorAll(".foreign").length < 3) flaws.push("nothing foreign is shown");
    return flaws;
  })()`);
}

function hostileRoutes(): FixtureRoutes {
  const [first] = approvals;
  if (first === undefined) return {};
  const listed = hostileStrings.slice(0, pageSize).map((text, index) => ({
    ...summaryOf({ ...first, tool: text, server: text, requester: text }),
    id: index.toString(16).padStart(32, "0"),
    tenant: text,
    approvedBy: [text],
  }));
  const given = Object.fromEntries(hostileStrings.map((text, index) => [`${index} ${text}`, text]));
  const shown = {
    ...approvalOf({
      ...first,
      id,
      tool: "\u{202e}gnp.exe",
      server: "<img src=x onerror=alert(1)>",
      requester: "p\u{430}yp\u{430}l",
      description: hostileStrings.join("\n"),
      arguments: given,
      changed: hostileStrings.slice(0, pageSize),
    }),
    decidedBy: "\u{202e}eca",
  };
  const servers = hostileStrings.slice(0, pageSize).map((text, index) => ({
    name: `${index}${text}`,
    state: text,
    lastError: { because: text },
  }));
  const error = { code: "\u{202e}edoc", message: "<b>\u{200b}no</b>", next: "\u{2066}rm -rf" };
  return {
    "GET approvals": () => ({ body: { approvals: listed } }),
    [`GET approvals/${id}`]: () => ({ body: shown }),
    "GET approvals/refused": () => ({ status: 404, body: { error } }),
    "GET overview": () => ({ body: { ...overviewNow(), servers } }),
    ...hostileSettings(hostileStrings),
    ...hostileAsk(hostileStrings),
    ...hostileRuns(hostileStrings),
  };
}

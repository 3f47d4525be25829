import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { approvalOf, approvals, overviewNow, summaryOf } from "./fixture-data.ts";
import type { FixtureRoutes } from "./fixture-server.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { hostileAsk } from "./pages/ask.ts";
import { askIn } from "./pages/ask-states.ts";
import { hostileAudit, showHostileAudit } from "./pages/audit.ts";
import { hostileCallId, hostileCalls } from "./pages/calls.ts";
import { hostileConnection, hostileConnections } from "./pages/connections.ts";
import { hostileDraft, hostileDrafts } from "./pages/drafts.ts";
import { hostileTools } from "./pages/hostile-tools.ts";
import { askedPolicy, changedPolicy } from "./pages/policy.ts";
import { hostilePolicy } from "./pages/policy-data.ts";
import { hostileQuarantine } from "./pages/quarantine.ts";
import { hostileResults } from "./pages/results.ts";
import { hostileRuns, shownId } from "./pages/runs.ts";
import { hostileServers } from "./pages/servers.ts";
import { hostileSettings } from "./pages/settings.ts";
import { hostileTryRoutes } from "./pages/try.ts";
import { runHostile } from "./pages/try-states.ts";
import type { TestPage, World } from "./world.ts";

const id = "f".repeat(32);
const pageSize = 100;

type Walk = (tab: TestPage, world: World) => Promise<void>;

/** A page with foreign text, and what brings all of it onto the screen. Default: nothing. */
type HostilePlace = readonly [name: string, path: string, show?: Walk];

const openSummary: Walk = ({ page }) => page.locator("summary").first().click();
const showLog: Walk = ({ page }) => showHostileAudit(page);

const places: readonly HostilePlace[] = [
  ["the overview", "", sendHostile],
  ["the list", "approvals"],
  ["a request", `approvals/${id}`, ({ page }) => page.locator(".tree .escape").first().waitFor()],
  ["the exact text", `approvals/${id}?view=exact`],
  ["the tools", "tools?q=%E2%80%AEgnp.exe&server=%E2%80%AEgnp.exe"],
  ["a contract", "tools/bank/hostile"],
  ["findings", "tools/bank/hostile?tab=findings"],
  ["settings of a tool", "tools/bank/hostile?tab=settings"],
  ["drift", "tools/bank/hostile?tab=drift"],
  ["a form", "tools/bank/transfer_money/try", ({ page }) => runHostile(page)],
  ["the servers", "servers"],
  ["a server", "servers/hostile"],
  ["the calls", "calls?tool=%E2%80%AEgnp.exe"],
  ["a call", `calls/${hostileCallId}`, openSummary],
  ["the log", "audit", showLog],
  ["a row", "audit?row=1", showLog],
  ["unfinished calls", "audit?view=unfinished", showLog],
  ["the quarantine", "quarantine?tool=%E2%80%AEgnp.exe"],
  ["a quarantined result", "quarantine/hostile"],
  ["its exact text", "quarantine/hostile?view=exact"],
  ["the results", "results?tool=%E2%80%AEgnp.exe"],
  ["a result", "results/hostile"],
  ["the text of a result", "results/hostile?view=exact"],
  ["the policy", "policy"],
  ["a question to the policy", "policy?tab=ask", ({ page }) => askedPolicy(page)],
  ["a change of the policy", "policy?tab=change", ({ page }) => changedPolicy(page)],
  ["the connections", "connections"],
  ["a connection", hostileConnection],
  ["the drafts", "drafts"],
  ["a draft", hostileDraft],
  ["the exact text of a draft", `${hostileDraft}?view=exact`],
  ["the settings", "settings", planHostile],
  ["connecting a client", "settings/connect", openSummary],
  ["an answer", "ask", ({ page }) => askIn(page)],
  ["the runs", "runs"],
  ["a run", `runs/${shownId}`],
  ["a refusal", "approvals/refused", ({ page }) => page.locator(".problem").waitFor()],
];

/** Shows hostile strings wherever the console shows foreign text. */
export async function checkHostile(world: World): Promise<Finding> {
  const problems: string[] = [];
  await using tab = await world.openPage({ routes: hostileRoutes() });
  for (const [name, path, show] of places) {
    await tab.open(path);
    await tab.page.getByText("Loading…").waitFor({ state: "detached" });
    await show?.(tab, world);
    problems.push(...(await flawsIn(tab.page)).map((flaw) => `${name}: ${flaw}`));
  }
  problems.push(...(await flawsAtSignIn(world)).map((flaw) => `the sign-in: ${flaw}`));
  // The last page has an id that only its address names.
  if ((await tab.page.locator(".terminal").count()) > 0) {
    problems.push("a refusal: a command with an id of the address");
  }
  const reports = world.server.reports.splice(0);
  const all = [...problems, ...tab.incidents, ...reports];
  const shown = `${hostileStrings.length} strings on ${places.length + 1} pages`;
  const counts = `${reports.length} CSP reports, ${tab.incidents.length} dialogs or foreign requests`;
  return { figure: `${shown}, ${counts}, ${problems.length} hidden characters`, problems: all };
}

/** The host of an issuer, and what is said about a login that failed. */
async function flawsAtSignIn({ openPage, server }: World): Promise<readonly string[]> {
  const error = { code: "\u{202e}edoc", message: "<img src=x>", next: "\u{2066}rm -rf" };
  const host = `\u{202e}moc.elpmaxe<img src=x>${hostileStrings.slice(0, 20).join("")}`;
  await using tab = await openPage({
    routes: {
      "GET session": () => ({ body: { login: { host } } }),
      "POST session": () => ({ status: 403, body: { error } }),
    },
  });
  await tab.page.goto(`${server.url}#${"c".repeat(22)}`);
  await tab.page.locator(".issuer .escape").first().waitFor();
  return [...(await flawsIn(tab.page)), ...tab.incidents];
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
    ...hostileTryRoutes(hostileStrings),
    "GET approvals": () => ({ body: { approvals: listed } }),
    [`GET approvals/${id}`]: () => ({ body: shown }),
    "GET approvals/refused": () => ({ status: 404, body: { error } }),
    "GET overview": () => ({ body: { ...overviewNow(), servers } }),
    ...hostileServers(hostileStrings.slice(0, pageSize)),
    ...hostileTools(hostileStrings.slice(0, pageSize)),
    ...hostileCalls(hostileStrings.slice(0, pageSize)),
    ...hostileAudit(hostileStrings),
    ...hostileQuarantine(hostileStrings),
    ...hostileResults(hostileStrings),
    ...hostilePolicy(hostileStrings.slice(0, pageSize)),
    ...hostileConnections(hostileStrings.slice(0, pageSize)),
    ...hostileDrafts(hostileStrings.slice(0, pageSize)),
    ...hostileSettings(hostileStrings),
    ...hostileAsk(hostileStrings),
    ...hostileRuns(hostileStrings),
  };
}

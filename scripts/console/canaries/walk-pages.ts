import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { type ConsoleRig, notesFile } from "../../../test/canary/console-rig.ts";
import { type Item, type Items, pathOf } from "./ask-routes.ts";
import type { WatchedTab } from "./tab.ts";

/** What the walks need beside the tab. */
export interface Walked {
  readonly tab: WatchedTab;
  readonly rig: ConsoleRig;
  readonly items: Items;
}

type Act = (page: Page, rig: ConsoleRig) => Promise<unknown>;

/** A page, and what a person does there. Default: they read it. */
type Walk = readonly [path: string, act?: Act];

/** Looks at every page in each of its parts. Returns the paths. */
export async function walkPages({ tab, rig, items }: Walked): Promise<readonly string[]> {
  const walks = walksOf(items);
  for (const [path, act] of walks) {
    await tab.go(path);
    if (act === undefined) continue;
    await act(tab.page, rig);
    await tab.look();
  }
  return walks.map(([path]) => path);
}

function walksOf(items: Items): readonly Walk[] {
  return [...ofWhatThereIs(items), ...ofWhatHappened(items), ...ofWhatIsDecided(items)];
}

function ofWhatThereIs(items: Items): readonly Walk[] {
  const [approval = "approvals/none"] = some(items, "approvals", "approvals/{id}", 1);
  return [
    [""],
    ["?only=refused"],
    ["approvals"],
    [`${approval}?view=exact`],
    [approval, approve],
    ["approvals?state=done"],
    ["servers"],
    ...plain(some(items, "servers", "servers/{name}", 8)),
    ["tools"],
    ["tools?q=as-&server=headed&state=callable"],
    ...plain(["echo/as-text", "child/child-says"].flatMap(partsOfTool)),
    ["tools/echo/as-text/try", runTool],
    ["tools/echo/as-text/try?as=json"],
    ["tools/local/read_repo_file/try", readNotes],
    ["tools/token/token-failing/try", runTool],
  ];
}

function ofWhatHappened(items: Items): readonly Walk[] {
  const results = some(items, "results?limit=100", "results/{callId}", 3);
  const quarantined = some(items, "quarantine?limit=10", "quarantine/{id}", 2);
  return [
    ["calls"],
    ...plain(some(items, "calls?limit=100", "calls/{id}", 6)),
    ["audit", (page) => press(page, "Verify the log", page.getByText("all in place"))],
    ["audit?row=3", (page) => page.getByRole("button", { name: "Save the proof" }).click()],
    ["audit?view=unfinished"],
    ["audit?view=export", (page) => page.getByRole("button", { name: "Save" }).click()],
    ["quarantine"],
    ...plain(quarantined.flatMap((path) => [path, `${path}?view=exact`])),
    ["results"],
    ...plain(results.flatMap((path) => [path, `${path}?view=exact`])),
    ["runs"],
    ...plain(some(items, "runs", "runs/{id}", 1)),
  ];
}

function ofWhatIsDecided(items: Items): readonly Walk[] {
  const connections = connectionsOf(items).map((item) => pathOf("connections/{id}", item));
  const [draft = "drafts/none/none"] = some(items, "drafts", "drafts/{set}/{name}", 1);
  return [
    ["policy"],
    ["policy?tab=ask", askPolicy],
    ["policy?tab=change", changePolicy],
    ["connections"],
    ...connections.map((path): Walk => [path, testConnection]),
    ["drafts"],
    ...plain([draft, `${draft}?view=exact`, `${draft}?view=edit`]),
    ["ask", askNotes],
    ["settings", planAll],
    ["settings?q=canary"],
    ["settings/connect"],
    ["settings", planSome],
    // A server that repeats a secret has other contracts once the secret is another.
    ["tools?state=held"],
    ["tools/echo/as-text?tab=drift"],
    ["servers/echo"],
    [""],
    ["nothing"],
  ];
}

/** Returns the paths of the first things of a list. */
function some(items: Items, ...[list, form, count]: readonly [string, string, number]): string[] {
  return (items.get(list) ?? []).slice(0, count).map((item) => pathOf(form, item));
}

/** One of each kind. */
function connectionsOf(items: Items): readonly Item[] {
  const all = items.get("connections") ?? [];
  return [...new Map(all.map((item) => [item["kind"], item])).values()];
}

function plain(paths: readonly string[]): readonly Walk[] {
  return paths.map((path): Walk => [path]);
}

function partsOfTool(place: string): readonly string[] {
  const parts = ["view=presented", "view=received", "tab=findings", "tab=drift", "tab=settings"];
  return parts.map((part) => `tools/${place}?${part}`);
}

/** Presses a button, and waits for what follows. */
async function press(page: Page, name: string, then: ReturnType<Page["locator"]>): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().click();
  await then.first().waitFor();
}

const approve: Act = async (page) => {
  await page.locator("#digest").fill(await page.locator("output.digest").innerText());
  await press(page, "Approve", page.getByText("The request is approved."));
};

const runTool: Act = async (page) => {
  await page.locator(".verdict-good").waitFor();
  await page.locator("#run").click();
  await page.locator(".outcome").waitFor();
};

const readNotes: Act = async (page, rig) => {
  await page.getByRole("textbox", { name: "path", exact: true }).fill(notesFile);
  await runTool(page, rig);
};

const askPolicy: Act = async (page) => {
  await page.locator("[name=id]").fill("key:ci");
  await page.locator("[name=tool]").fill("as-text");
  await press(page, "Explain", page.getByRole("heading", { name: "Answer" }));
};

const changePolicy: Act = async (page) => {
  const field = page.getByLabel("Changed text");
  await field.fill((await field.inputValue()).replace('"*/*"', '"echo/*"'));
  await page.getByText("In order").waitFor();
  await press(page, "Try against these calls", page.getByText("recorded calls"));
};

/** Only some kinds take a new token. */
const testConnection: Act = async (page, { canaries }) => {
  await press(page, "Test", page.locator(".actions [role=status], .actions .problem"));
  const field = page.locator("input[name=token]");
  if ((await field.count()) === 0) return;
  await field.fill(canaries.make(`new token at ${page.url()}`));
  await page.getByRole("button", { name: "Replace the token" }).click();
};

const askNotes: Act = async (page) => {
  await page.locator("#question").fill(`Read the file "${notesFile}".`);
  await page.keyboard.press("Enter");
  await page.locator(".answer, .problem").first().waitFor();
};

const compare = "See what would change";

const planAll: Act = async (page, rig) => {
  await rig.changeSecrets("all");
  await press(page, compare, page.locator(".problem"));
};

const planSome: Act = async (page, rig) => {
  await rig.changeSecrets("applicable");
  await press(page, compare, page.locator(".changes"));
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await page.locator("dialog[open] button").filter({ hasText: "Reload" }).click();
  await page.getByText("Reloaded.").first().waitFor();
};

const sections = resolve(import.meta.dirname, "../../../packages/console/src/pages/sections.tsx");

/** Returns the addresses of the navigation's table that were not walked to. */
export function pagesLeftOut(paths: readonly string[]): readonly string[] {
  const text = readFileSync(sections, "utf8");
  const all = [...text.matchAll(/path: "\/([^"]*)"/g)].map(([, path = ""]) => path);
  return [...new Set(all)].filter((path) => {
    const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`);
    return !paths.some((each) => form.test(each));
  });
}

import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { approvalOf, approvals, callEvent, meWith } from "./fixture-data.ts";
import type { TestPage, World } from "./world.ts";

const [write] = approvals;
const path = `approvals/${write?.id ?? ""}`;

/** What happens without the person: other reviewers, lost connections, other tabs, lost rights. */
export async function checkLive(world: World): Promise<Finding> {
  const walks = {
    "another decision": anotherDecision,
    reconnection: reconnects,
    "lists without news": asksOnce,
    "the pointer pauses": pauses,
    "a new tab": sharesSession,
    "a session that ended": ends,
    "a missing permission": asksNothing,
    "the code of the address": takesCode,
    "long values": opensLong,
    exports: exportsRows,
  };
  const problems: string[] = [];
  for (const [name, walk] of Object.entries(walks)) {
    const found = await walk(world).catch((error: unknown) => [String(error)]);
    problems.push(...found.map((flaw) => `${name}: ${flaw}`));
  }
  return { figure: Object.keys(walks).join(", "), problems };
}

type Problems = readonly string[];

async function anotherDecision(world: World): Promise<Problems> {
  if (write === undefined) return ["there is no request"];
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open(path);
  await page.locator("#digest").fill("8d2a91c07be4");
  const before = await page.getByRole("button", { name: "Approve" }).isEnabled();
  const denied = { ...approvalOf(write), state: "denied", decidedBy: "operator:grace" };
  world.server.routes[`GET approvals/${write.id}`] = () => ({ body: denied });
  await page.locator(".live-connected").waitFor();
  world.server.send("approvals", { id: write.id, status: "denied" });
  await page.getByText("Decided by operator:grace.").waitFor();
  const left = await page.getByRole("button", { name: /Approve|Deny|Revoke/ }).count();
  return [
    ...(before ? [] : ["the button was not enabled"]),
    ...(left === 0 ? [] : [`${left} buttons are left`]),
  ];
}

async function reconnects(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("");
  await page.locator(".live-connected").waitFor();
  world.server.cut();
  await page.locator(".live-behind").waitFor();
  await page.locator(".live-connected").waitFor();
  world.server.send("gap", {});
  world.server.send("calls", callEvent(1));
  await page.locator(".live-rows .gap").waitFor();
  const rows = await page.locator(".live-rows tbody tr").count();
  return rows === 2 ? [] : [`${rows} rows, not 2`];
}

/** Lists of records have no events, so only lost ones are a reason to ask again. */
async function asksOnce(world: World): Promise<Problems> {
  const problems: string[] = [];
  for (const list of ["quarantine", "results"]) {
    await using tab = await world.openPage();
    const { page } = tab;
    const asked = (): number => world.server.asked.filter((each) => each === `GET ${list}`).length;
    await tab.open(list);
    await page.locator("[data-row]").first().waitFor();
    await page.locator(".live-connected").waitFor();
    world.server.send("calls", callEvent(1));
    world.server.cut();
    await page.locator(".live-behind").waitFor();
    await page.locator(".live-connected").waitFor();
    // Longer than a burst of events is gathered.
    await page.waitForTimeout(1_000);
    const before = asked();
    world.server.send("gap", {});
    await page.waitForResponse((response) => response.url().endsWith(`/${list}`));
    if (before !== 1) problems.push(`${list} is asked for ${before} times`);
  }
  return problems;
}

async function pauses(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("");
  await page.locator(".live-connected").waitFor();
  world.server.send("calls", callEvent(1));
  await page.locator(".live-rows tbody tr").waitFor();
  await page.locator(".live-rows").hover();
  world.server.send("calls", callEvent(2));
  await page.getByText("Paused, 1 more arrived").waitFor();
  const held = await page.locator(".live-rows tbody tr").count();
  await page.mouse.move(0, 0);
  await page.locator(".live-rows tbody tr").nth(1).waitFor();
  return held === 1 ? [] : [`${held} rows while paused`];
}

async function sharesSession(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  await tab.open("");
  const other = await tab.context.newPage();
  await other.goto(`${world.server.url}approvals`);
  await other.locator(".shell h1").waitFor();
  await other.getByRole("button", { name: "Sign out" }).click();
  await tab.page.getByText("You are signed out, in all tabs.").waitFor();
  const kept = await Promise.all([tab.page, other].map(storageOf));
  return kept.every((each) => !each.includes("hhhh")) ? [] : ["a half is kept after signing out"];
}

function storageOf(page: Page): Promise<string> {
  return page.evaluate<string>("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])");
}

async function ends(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  await tab.open("approvals?state=done");
  const error = { code: "console-refused", message: "There is no such session." };
  world.server.routes["GET approvals"] = () => ({ status: 401, body: { error } });
  await tab.page.getByRole("link", { name: "denied" }).click();
  await tab.page.getByText("The session has ended.").waitFor();
  const url = tab.page.url();
  return url.endsWith("/approvals?state=denied") ? [] : [`the address is ${url}`];
}

async function asksNothing(world: World): Promise<Problems> {
  const permissions = { body: meWith(["servers:read"]) };
  await using tab = await world.openPage({ routes: { "GET me": () => permissions } });
  await tab.open(path);
  await tab.page.getByText("approvals:read").first().waitFor();
  const entry = await tab.page.getByRole("link", { name: /Approvals/ }).count();
  const asked = world.server.asked.filter((each) => each.includes("approvals"));
  return [...asked, ...(entry === 1 ? [] : ["the page is not in the navigation"])];
}

async function takesCode(world: World): Promise<Problems> {
  const given: unknown[] = [];
  await using tab = await world.openPage();
  const answer = world.server.routes["POST session"];
  world.server.routes["POST session"] = (body) => {
    given.push(body);
    return answer?.(body) ?? { body: {} };
  };
  await tab.open("approvals?state=done");
  const { page } = tab;
  const [sent] = given.map((each) => JSON.stringify(each));
  const url = page.url();
  return [
    ...(sent === `{"code":"${"c".repeat(22)}"}` ? [] : [`sent ${sent}`]),
    ...(url.endsWith("/approvals?state=done") ? [] : [`the address is ${url}`]),
  ];
}

async function opensLong(world: World): Promise<Problems> {
  await using tab = await world.openPage();
  await tab.open(`approvals/${approvals[2]?.id ?? ""}`);
  const { page } = tab;
  await page.locator(".open-long").waitFor();
  const digits = await page.locator(".digest").count();
  const before = await page.locator(".tree").first().innerText();
  await page.locator(".open-long").click();
  await page.locator("#digest").waitFor();
  const after = await page.locator(".tree").first().innerText();
  return [
    ...(digits === 0 ? [] : ["the digest is there before"]),
    ...(after.includes("Ada") && !before.includes("Ada") ? [] : ["the value is not whole"]),
  ];
}

async function exportsRows(world: World): Promise<Problems> {
  await using tab: TestPage = await world.openPage();
  await tab.open("approvals");
  await tab.page.locator("[data-row]").first().waitFor();
  const [download] = await Promise.all([
    tab.page.waitForEvent("download"),
    tab.page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const name = download.suggestedFilename();
  return name === "approvals-pending.csv" ? [] : [`the file is ${name}`];
}

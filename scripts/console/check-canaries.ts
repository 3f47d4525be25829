import { createHash } from "node:crypto";
import type { Canary } from "../../test/canary/canaries.ts";
import { type ConsoleRig, openConsoleRig } from "../../test/canary/console-rig.ts";
import { type Place, search } from "../../test/canary/search.ts";
import { askReading, routesLeftOut } from "./canaries/ask-routes.ts";
import { changeThings } from "./canaries/change-things.ts";
import { missedPlants } from "./canaries/plant.ts";
import { openTab, spentCode, type WatchedTab, type WatchedWorld } from "./canaries/tab.ts";
import { useGateway } from "./canaries/use-gateway.ts";
import { pagesLeftOut, walkPages } from "./canaries/walk-pages.ts";
import type { Finding } from "./finding.ts";
import type { World } from "./world.ts";

const seed = 11;
/** A webhook, a receiver of the log and a model. Each repeats what it got. */
const refusers = ["/hook/", "/rows", "/v1/"];
const leastSecrets = 60;
/** Fewer would mean that no server has repeated what it got. */
const leastRedacted = 100;

/** Shows every page of a gateway that holds a secret of every kind, and searches all of it. */
export async function checkCanaries({ browser }: World): Promise<Finding> {
  await using rig = await openConsoleRig(seed);
  const { canaries } = rig;
  const world = { browser, origin: rig.gateway.url.origin, canaries };
  const seen: Seen = { places: [], problems: [], pages: [] };
  for (const visit of [asOperator, withKey, atIssuer]) await visit(rig, world, seen);
  const missed = await missedPlants(world);
  rig.stored.canaries();
  for (const [at, token] of rig.issuer.issued.entries()) {
    canaries.add(`token ${at} of a sign-in`, token.slice(-40));
  }
  const places = withoutRepeats(seen.places);
  const hits = search(canaries.all(), places);
  const redacted = places.filter(({ bytes }) => bytes.includes("***")).length;
  return {
    figure: `${canaries.all().length} secrets, ${seen.pages.length} pages, ${seen.places.length} places, ${redacted} of them redacted, ${hits.length} hits; ${missed.length} planted secrets missed`,
    problems: [
      ...seen.problems,
      ...hits.map(({ canary, form, place }) => `the ${canary} (${form}) is in: ${place}`),
      ...missed.map((name) => `a secret that was planted is not found: ${name}`),
      ...refusers
        .filter((path) => !rig.refused().some((asked) => asked.startsWith(path)))
        .map((path) => `nothing was sent to ${path}`),
      ...unexpected(canaries.all(), places),
      ...(canaries.all().length >= leastSecrets ? [] : ["the gateway holds too few secrets"]),
      ...(redacted >= leastRedacted ? [] : ["no server has repeated a secret"]),
    ],
  };
}

interface Seen {
  readonly places: Place[];
  readonly problems: string[];
  /** Paths of the pages that were looked at. */
  readonly pages: string[];
}

type Visit = (rig: ConsoleRig, world: WatchedWorld, seen: Seen) => Promise<void>;

const asOperator: Visit = async (rig, world, seen) => {
  await using tab = await openTab(world, "the operator");
  const { page } = tab;
  await rig.link("code of a link that is not opened");
  await page.goto((await rig.link(spentCode)).href);
  await tab.signedIn();
  await page.locator(".live-connected").waitFor();
  // While the page listens, so that the stream has them.
  await useGateway(rig);
  await tab.look();
  const items = await askReading(tab);
  seen.pages.push(...(await walkPages({ tab, rig, items })));
  await changeThings(tab, items);
  seen.problems.push(
    ...routesLeftOut(tab.recording.answered).map((route) => `${route} was not asked`),
    ...pagesLeftOut(seen.pages).map((path) => `the page ${path} was not opened`),
  );
  await leave(tab, seen);
};

/** Signs out, and keeps all that the tab has shown. */
async function leave(tab: WatchedTab, { places, problems }: Seen): Promise<void> {
  await tab.page.getByRole("button", { name: "Sign out" }).click();
  await tab.page.getByText("You are signed out, in all tabs.").waitFor();
  tab.signedOut();
  await tab.look();
  places.push(...tab.recording.places, ...tab.looks);
  problems.push(...tab.recording.lost.map((each) => `the body of ${each} is not known`));
}

/** With a key that is wrong, then with the right one. */
const withKey: Visit = async ({ bearers }, world, seen) => {
  await using tab = await openTab(world, "the holder of a key");
  const { page } = tab;
  await page.goto(`${world.origin}/console/settings`);
  await page.locator("#key").fill(bearers.wrong);
  await page.keyboard.press("Enter");
  await page.locator(".problem").waitFor();
  await tab.look();
  await page.locator("#key").fill(bearers.key);
  await page.keyboard.press("Enter");
  await tab.signedIn();
  await tab.look();
  for (const path of ["", "tools/echo/as-text", "connections", "audit"]) await tab.go(path);
  await leave(tab, seen);
};

const atIssuer: Visit = async ({ issuer }, world, seen) => {
  await using tab = await openTab(world, "a person of the issuer");
  const { page } = tab;
  await page.goto(`${world.origin}/console/`);
  await page.locator(".issuer").click();
  await page.waitForURL(`${issuer.issuer}/**`);
  await page.locator("input").fill("olga");
  await page.keyboard.press("Enter");
  await tab.signedIn();
  await tab.look();
  await tab.go("settings");
  await leave(tab, seen);
};

/** Most pages have much in common. */
function withoutRepeats(places: readonly Place[]): readonly Place[] {
  const seen = new Map<string, Place>();
  for (const { name, bytes, mayHold = [] } of places) {
    const digest = createHash("sha256").update(bytes).digest("hex");
    const key = `${digest} ${mayHold.join()}`;
    if (!seen.has(key)) seen.set(key, { name, bytes, mayHold });
  }
  return [...seen.values()];
}

/** An exception that nothing needs would hide a place. */
function unexpected(canaries: readonly Canary[], places: readonly Place[]): readonly string[] {
  const excepted = new Set(places.flatMap(({ mayHold = [] }) => mayHold));
  const found = new Set(
    search(
      canaries.filter(({ name }) => excepted.has(name)),
      places.map(({ name, bytes }) => ({ name, bytes })),
    ).map(({ canary }) => canary),
  );
  return [...excepted].filter((name) => !found.has(name)).map((name) => `the ${name} is nowhere`);
}

import type { CDPSession, Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { callEvent } from "./fixture-data.ts";
import type { World } from "./world.ts";

const eventsPerSecond = 500;
const burstMs = 20;
const maxLatencyMs = 100;
/** A list of 200 rows and its nodes come and go. More than this is a leak. */
const maxGrowthMegabytes = 8;

/** Types while 500 events a second arrive, and compares the heap before and after. */
export async function checkLatency(world: World, seconds: number): Promise<Finding> {
  await using tab = await world.openPage();
  const { page } = tab;
  await tab.open("");
  await page.locator(".live-connected").waitFor();
  await page.evaluate(`globalThis.latencies = [];
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId > 0) latencies.push(duration);
    }).observe({ type: "event", durationThreshold: 16 });`);
  const devtools = await tab.context.newCDPSession(page);
  // The list is full before the first measurement.
  await type(world, page, { rate: eventsPerSecond, ms: 1_000 });
  const before = await heapOf(devtools);
  await page.keyboard.press("Control+k");
  const quiet = await type(world, page, { rate: 0, ms: 1_500 });
  const busy = await type(world, page, { rate: eventsPerSecond, ms: seconds * 1_000 });
  const growth = ((await heapOf(devtools)) - before) / 1e6;
  const rows = await page.locator(".live-rows tbody tr").count();
  // On a machine that does other work a key takes long without any event.
  const limit = Math.max(maxLatencyMs, 2 * quiet.usual);
  return {
    figure: `${eventsPerSecond} events/s for ${seconds} s: ${busy.keys} keys, 95 % within ${busy.usual} ms (${quiet.usual} ms without events), heap ${growth.toFixed(1)} MB more, ${rows} rows`,
    problems: [
      ...(busy.usual < limit ? [] : [`one key in twenty took ${busy.usual} ms`]),
      ...(growth < maxGrowthMegabytes ? [] : ["the heap grows"]),
      ...(rows === 200 ? [] : ["the list does not keep 200 rows"]),
      ...tab.incidents,
    ],
  };
}

interface Load {
  /** Events a second. */
  readonly rate: number;
  readonly ms: number;
}

interface Typed {
  readonly keys: number;
  /** Milliseconds from a key to the next frame, for 95 of 100 keys. The browser leaves out those below 16. */
  readonly usual: number;
}

/** Sends events, and types a letter every fifth burst. */
async function type({ server }: World, page: Page, { rate, ms }: Load): Promise<Typed> {
  await page.evaluate("latencies.length = 0");
  const begins = performance.now();
  let [sent, keys] = [0, 0];
  for (let burst = 0; performance.now() < begins + ms; burst += 1) {
    const due = ((performance.now() - begins) / 1_000) * rate;
    for (; sent < due; sent += 1) server.send("calls", callEvent(serial()));
    if (burst % 5 === 0) {
      await page.keyboard.press(keys % 9 === 8 ? "Backspace" : "o");
      keys += 1;
    } else await page.waitForTimeout(burstMs);
  }
  const latencies = await page.evaluate<readonly number[]>("latencies");
  const slowest = latencies.toSorted((a, b) => b - a);
  return { keys, usual: slowest[Math.floor(slowest.length / 20)] ?? 0 };
}

let last = 0;
function serial(): number {
  last += 1;
  return last;
}

async function heapOf(devtools: CDPSession): Promise<number> {
  // Nodes that left the page need a second collection.
  for (let times = 0; times < 3; times += 1) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize;
}

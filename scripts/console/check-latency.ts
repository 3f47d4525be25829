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
  await flood(world, page, 1_000);
  const before = await heapOf(devtools);
  await page.keyboard.press("Control+k");
  const typed = await flood(world, page, seconds * 1_000);
  const after = await heapOf(devtools);
  const latencies = await page.evaluate<readonly number[]>("latencies");
  const slowest = latencies.toSorted((a, b) => b - a);
  const usual = slowest[Math.floor(slowest.length / 20)] ?? 0;
  const growth = (after - before) / 1e6;
  const rows = await page.locator(".live-rows tbody tr").count();
  return {
    figure: `${eventsPerSecond} events/s for ${seconds} s: ${typed} keys, 95 % within ${usual} ms, slowest ${slowest[0] ?? 0} ms, heap ${growth.toFixed(1)} MB more, ${rows} rows`,
    problems: [
      ...(usual < maxLatencyMs ? [] : [`one key in twenty took ${usual} ms`]),
      ...(growth < maxGrowthMegabytes ? [] : ["the heap grows"]),
      ...(rows === 200 ? [] : ["the list does not keep 200 rows"]),
      ...tab.incidents,
    ],
  };
}

/** Sends events, and types a letter every fifth burst. Returns how many letters it typed. */
async function flood({ server }: World, page: Page, ms: number): Promise<number> {
  const ends = performance.now() + ms;
  let sent = 0;
  let typed = 0;
  for (let burst = 0; performance.now() < ends; burst += 1) {
    const due = ((performance.now() - ends + ms) / 1_000) * eventsPerSecond;
    for (; sent < due; sent += 1) server.send("calls", callEvent(serial()));
    if (burst % 5 === 0) {
      await page.keyboard.press(typed % 9 === 8 ? "Backspace" : "o");
      typed += 1;
    } else await page.waitForTimeout(burstMs);
  }
  return typed;
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

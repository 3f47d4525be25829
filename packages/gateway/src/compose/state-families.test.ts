import { incomingCall, never, registeredTool } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { readScrape } from "@toolcourt/testing/scrape";
import { expect, it } from "vitest";
import { ClauseCounters } from "../pipeline/clause-counters.ts";
import { breachOf, Quarantine } from "../pipeline/quarantine.ts";
import { renderMetrics } from "../telemetry/metrics/render.ts";
import { type GatewayState, stateFamilies } from "./state-families.ts";

function setUp(differences: Partial<GatewayState> = {}) {
  const clock = createFakeClock();
  const held = registeredTool({ publicName: "held", hold: { kind: "not-admitted" } });
  const tools = new Map([registeredTool(), held].map((tool) => [tool.publicName, tool]));
  const state: GatewayState = {
    clock,
    current: () => ({ version: 1, tools, listed: [] }),
    servers: () => [
      { name: "weather", isConnected: true },
      { name: "crm", isConnected: false },
    ],
    counters: new ClauseCounters(),
    whyNotReady: () => [],
    redactions: () => [{ sink: "results", kind: "live", count: 2 }],
    quarantine: new Quarantine({
      clock,
      newId: () => "q",
      hideSecrets: (text) => ({ text, count: 0 }),
    }),
    ...differences,
  };
  return {
    clock,
    state,
    scrape: async () => readScrape(renderMetrics(await stateFamilies(state))),
  };
}

it("counts callable and held tools, connected servers and quarantined results", async () => {
  const { state, scrape } = setUp();
  const call = { ...incomingCall(), registered: registeredTool() };
  state.quarantine.keep({}, breachOf(call, "output", []));
  state.counters.of("get-forecast").count("output", true);
  const { valueOf } = await scrape();

  expect(valueOf("toolcourt_tools", { state: "callable" })).toBe(1);
  expect(valueOf("toolcourt_tools", { state: "not-admitted" })).toBe(1);
  expect(valueOf("toolcourt_server_connected", { server: "weather" })).toBe(1);
  expect(valueOf("toolcourt_server_connected", { server: "crm" })).toBe(0);
  expect(valueOf("toolcourt_quarantined_results")).toBe(1);
  expect(valueOf("toolcourt_clause_breaches_total", { clause: "output" })).toBe(1);
  expect(valueOf("toolcourt_redactions_total", { sink: "results", kind: "live" })).toBe(2);
  expect(valueOf("toolcourt_approvals_pending")).toBeUndefined();
});

it("counts the quarantined results that no store has", async () => {
  const { valueOf } = await setUp({ lostQuarantined: () => 3 }).scrape();

  expect(valueOf("toolcourt_quarantine_lost_total")).toBe(3);
});

it("counts the pending approvals", async () => {
  const { scrape } = setUp({ approvals: { list: async () => [] } });
  const { valueOf } = await scrape();

  expect(valueOf("toolcourt_approvals_pending")).toBe(0);
  expect(valueOf("toolcourt_store_unreachable")).toBe(0);
});

it("does not wait for a store that does not answer", async () => {
  const { clock, scrape } = setUp({ approvals: { list: never } });
  const scraped = scrape();
  await clock.advance(2_000);
  const { valueOf } = await scraped;

  expect(valueOf("toolcourt_store_unreachable")).toBe(1);
  expect(valueOf("toolcourt_approvals_pending")).toBeUndefined();
});

it("counts down to the end of the certificate, and says nothing without TLS", async () => {
  const { clock, scrape } = setUp();
  const day = 86_400;
  const withTls = setUp({ certificateEndsAt: () => clock.now() + day * 1_000 });
  const name = "toolcourt_tls_certificate_expires_seconds";

  expect((await withTls.scrape()).valueOf(name)).toBe(day);
  await withTls.clock.advance(2 * day * 1_000);
  expect((await withTls.scrape()).valueOf(name)).toBe(-day);
  expect((await scrape()).valueOf(name)).toBeUndefined();
});

import type { JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createLogger } from "../../telemetry/logger.ts";
import { auditedLog } from "./audited-events.ts";
import type { About } from "./notes.ts";

function setUp() {
  const clock = createFakeClock();
  const logged: string[] = [];
  const noted: (readonly [string, About])[] = [];
  const write = auditedLog(
    ({ event }) => void logged.push(event),
    { write: (kind, about) => void noted.push([kind, about]) },
    clock,
  );
  return { clock, logged, noted, log: createLogger(write).log };
}

describe("auditedLog", () => {
  it("also writes a note of an event that reviewers need, with fields and no sentences", () => {
    const { logged, noted, log } = setUp();
    log("tool.drifted", { tool: "a", server: "crm", difference: "/description" });
    log("item.drifted", { what: "Prompt", item: "p", server: "crm", difference: "breaking" });
    log("identity.refused", { because: "expired", requests: 1, client: "203.0.113.7" });
    log("policy.unusable", { policy: "p.yaml", problem: "p.yaml:1:1 hunter2", problems: 2 });
    log("server.empty", { server: "crm", url: "http://crm.example/mcp" });

    expect(logged).toHaveLength(5);
    expect(noted).toEqual([
      ["tool.drifted", { tool: "a", server: "crm", difference: "/description" }],
      ["item.drifted", { what: "Prompt", item: "p", server: "crm", difference: "breaking" }],
      ["identity.refused", { because: "expired", requests: 1 }],
      ["policy.unusable", { policy: "p.yaml", problems: 2 }],
    ]);
  });

  it("limits notes: a server that keeps changing is only counted after a while", async () => {
    const { clock, logged, noted, log } = setUp();
    const drift = (tool: string): void =>
      log("tool.drifted", { tool, server: "crm", difference: "/description" });
    for (let times = 0; times < 1_500; times += 1) drift("a");
    log("tool.removed", { tool: "b", server: "crm" });
    await clock.advance(1_000);
    drift("c");
    drift("d");

    expect(logged).toHaveLength(1_503);
    const after: JsonObject[] = [
      { tool: "b", server: "crm" },
      { kind: "tool.drifted", notes: 500 },
      { tool: "c", server: "crm", difference: "/description" },
    ];
    expect(noted.slice(1_000).map(([, about]) => about)).toEqual(after);
  });
});

import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { About } from "../governance/audit/notes.ts";
import { createLogger } from "../telemetry/logger.ts";
import { openAuthenticationOutcomes } from "./authentication-outcomes.ts";

function setUp() {
  const clock = createFakeClock();
  const told: object[] = [];
  const noted: (readonly [string, About])[] = [];
  const outcomes = openAuthenticationOutcomes({
    clock,
    log: createLogger(({ fields }) => void told.push(fields)).log,
    notes: { write: (kind, about) => void noted.push([kind, about]) },
    subjects: { of: () => ({ id: "s1", proof: "sha256:00" }) },
  });
  return { clock, told, noted, outcomes };
}

describe("openAuthenticationOutcomes for refused callers", () => {
  it("logs the first refusal at once, and then counts them once a second", async () => {
    const { clock, told, outcomes } = setUp();
    for (let times = 0; times < 1_000; times += 1) outcomes.refused({ because: "forged" });
    outcomes.refused({ because: "expired", issuer: "login" });
    expect(told).toEqual([
      { because: "forged", requests: 1 },
      { because: "expired", issuer: "login", requests: 1 },
    ]);

    await clock.advance(1_000);
    await clock.advance(1_000);
    outcomes.refused({ because: "forged" });

    expect(told.slice(2)).toEqual([
      { because: "forged", requests: 999 },
      { because: "forged", requests: 1 },
    ]);
  });

  it("logs the address of the last client", async () => {
    const { clock, told, outcomes } = setUp();
    for (const client of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      outcomes.refused({ because: "forged", client });
    }
    await clock.advance(1_000);

    expect(told).toEqual([
      { because: "forged", requests: 1, client: "203.0.113.1" },
      { because: "forged", requests: 2, client: "203.0.113.3" },
    ]);
  });

  it("logs all remaining counts when the gateway stops", async () => {
    const { told, outcomes } = setUp();
    for (let times = 0; times < 3; times += 1) outcomes.refused({ because: "two-tokens" });

    await outcomes[Symbol.asyncDispose]();

    expect(told).toEqual([
      { because: "two-tokens", requests: 1 },
      { because: "two-tokens", requests: 2 },
    ]);
  });
});

describe("openAuthenticationOutcomes for accepted callers", () => {
  const ada = { id: "login:ada", roles: ["reader"], scopes: ["mcp"], tenant: "north" };

  it("notes them under their audit subject", async () => {
    const { noted, outcomes } = setUp();

    outcomes.verified({ ...ada, isSystem: false }, 5_000);

    const [[kind, about] = ["", {}]] = noted;
    expect(kind).toBe("identity.verified");
    expect(typeof about === "function" ? await about() : about).toEqual({
      principal: { id: "s1", proof: "sha256:00", kind: "user" },
      roles: ["reader"],
      scopes: ["mcp"],
      tenant: "north",
      endsAt: 5_000,
    });
  });

  it("notes no expiry for a key", async () => {
    const { noted, outcomes } = setUp();

    outcomes.verified({ ...ada, isSystem: true }, Number.POSITIVE_INFINITY);

    const about = noted[0]?.[1];
    expect(typeof about === "function" ? await about() : about).not.toHaveProperty("endsAt");
  });
});

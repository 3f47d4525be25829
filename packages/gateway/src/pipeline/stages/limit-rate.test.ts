import { authorizedCall, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { LocalRate } from "../limits/rate.ts";
import { createLimitRate } from "./limit-rate.ts";

const contract = toolContract({ terms: { rateLimit: { maxCalls: 2, windowMs: 1_000 } } });
const registered = registeredTool({ contract });

function setUp() {
  const clock = createFakeClock();
  const limitRate = createLimitRate(new LocalRate(clock, 10));
  const callTwice = (): void => {
    void limitRate(authorizedCall({ registered }));
    void limitRate(authorizedCall({ registered }));
  };
  return { clock, limitRate, callTwice };
}

describe("limitRate", () => {
  it("refuses the call beyond the quota, with the time to retry", async () => {
    const { clock, limitRate, callTwice } = setUp();
    callTwice();
    await clock.advance(400);

    expect(() => {
      void limitRate(authorizedCall({ registered }));
    }).toThrow(expect.objectContaining({ code: "rate-limited", details: detailsOf(600) }));
  });

  it("admits the caller again when the window is over", async () => {
    const { clock, limitRate, callTwice } = setUp();
    callTwice();
    await clock.advance(1_000);

    expect(() => {
      void limitRate(authorizedCall({ registered }));
    }).not.toThrow();
  });

  it("counts per principal", () => {
    const { limitRate, callTwice } = setUp();
    callTwice();

    expect(() => {
      void limitRate(
        authorizedCall({ registered, principal: { id: "grace", permissions: "all" } }),
      );
    }).not.toThrow();
  });

  it("counts one tool under two names as one", () => {
    const { limitRate, callTwice } = setUp();
    callTwice();

    expect(() => {
      void limitRate(authorizedCall({ registered: { ...registered, publicName: "another" } }));
    }).toThrow(expect.objectContaining({ code: "rate-limited" }));
  });

  it("treats a quota of zero literally", () => {
    const { limitRate } = setUp();
    const none = toolContract({ terms: { rateLimit: { maxCalls: 0, windowMs: 1_000 } } });

    expect(() => {
      void limitRate(authorizedCall({ registered: registeredTool({ contract: none }) }));
    }).toThrow(expect.objectContaining({ code: "rate-limited" }));
  });

  it("ignores tools without a limit", () => {
    const { limitRate } = setUp();
    const unlimited = registeredTool({ contract: toolContract({ terms: {} }) });

    expect(() => {
      for (let i = 0; i < 100; i += 1) void limitRate(authorizedCall({ registered: unlimited }));
    }).not.toThrow();
  });
});

function detailsOf(retryAfterMs: number) {
  return { tool: "get-forecast", retryAfterMs };
}

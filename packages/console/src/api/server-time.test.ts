import { describe, expect, it } from "vitest";
import { createServerTime } from "./server-time.ts";

function unused(): never {
  throw new Error("It is not asked.");
}

function setUp() {
  const browser = { now: 1_000_000 };
  const time = createServerTime({
    now: () => browser.now,
    monotonic: unused,
    after: unused,
    every: unused,
  });
  /** An answer of a server that is an hour ahead. It takes `ms`. */
  const answer = (ms: number): void => {
    const sentAt = browser.now;
    const server = browser.now + 3_600_000 + ms / 2;
    browser.now += ms;
    time.learn(new Date(Math.floor(server / 1_000) * 1_000).toUTCString(), sentAt);
  };
  return { browser, time, answer };
}

describe("the time of the server", () => {
  it("is that of the browser before the first answer", () => {
    const { browser, time } = setUp();

    expect(time.now()).toBe(browser.now);
  });

  it("is known to half a second after some answers, however wrong the browser is", () => {
    const { browser, time, answer } = setUp();
    for (const pause of [130, 470, 710, 290]) {
      answer(20);
      browser.now += pause;
    }

    expect(Math.abs(time.now() - (browser.now + 3_600_000))).toBeLessThan(500);
  });

  it("is learned again after the clock of the browser was set", () => {
    const { browser, time, answer } = setUp();
    answer(20);
    browser.now -= 3_600_000;

    answer(20);

    expect(Math.abs(time.now() - (browser.now + 3_600_000))).toBeLessThan(1_000);
  });

  it("ignores an answer without a date", () => {
    const { browser, time } = setUp();

    time.learn(null, browser.now);

    expect(time.now()).toBe(browser.now);
  });
});

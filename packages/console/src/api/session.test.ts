import { describe, expect, it } from "vitest";
import type { Api } from "./api.ts";
import { ApiFailure, ownFailures } from "./failure.ts";
import { createSession, type Tabs } from "./session.ts";

const answer = { half: "half", principal: { id: "olga" }, expiresAt: 1, idleMinutes: 30 };

function unused(): never {
  throw new Error("It is not asked.");
}

/** A browser with tabs that hear each other. */
function openBrowser(session: Api["session"] = async () => answer, isSecure = true) {
  const heard: ((message: unknown) => void)[] = [];
  const openTab = () => {
    const kept = new Map<string, string>();
    const timers: (() => void)[] = [];
    let own: ((message: unknown) => void) | undefined;
    const tabs: Tabs = {
      send: (message) => {
        for (const hear of heard) if (hear !== own) hear(message);
      },
      listen: (hear) => {
        own = hear;
        heard.push(hear);
      },
    };
    const tab = createSession({
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      tabs,
      clock: {
        now: unused,
        monotonic: unused,
        every: unused,
        after: (_, run) => {
          timers.push(run);
          return () => undefined;
        },
      },
      isSecure,
      api: () => ({ get: unused, post: unused, open: unused, session }),
    });
    return { ...tab, wait: () => timers.forEach((run) => run()) };
  };
  return { openTab };
}

describe("a session", () => {
  it("begins with the code of the address", async () => {
    const tab = openBrowser().openTab();

    await tab.start("code");

    expect([tab.state.value.kind, tab.half()]).toEqual(["in", "half"]);
  });

  it("is shared with a new tab", async () => {
    const { openTab } = openBrowser();
    await openTab().start("code");
    const second = openTab();

    await second.start(undefined);

    expect([second.state.value.kind, second.half()]).toEqual(["in", "half"]);
  });

  it("has to be begun where no tab has one", async () => {
    const tab = openBrowser().openTab();
    await tab.start(undefined);
    const before = tab.state.value.kind;

    tab.wait();

    expect([before, tab.state.value]).toEqual(["starting", { kind: "out" }]);
  });

  it("does not begin with a wrong code", async () => {
    const failure = new ApiFailure(ownFailures.unreachable, 0);
    const tab = openBrowser(async () => {
      throw failure;
    }).openTab();

    await tab.start("wrong");

    expect([tab.state.value, tab.half()]).toEqual([{ kind: "out", failure }, undefined]);
  });

  it("does not begin where others could read the key, which is not sent", async () => {
    const tab = openBrowser(unused, false).openTab();

    await tab.signIn({ key: "key" });

    expect(tab.state.value).toMatchObject({
      kind: "out",
      failure: { code: "address-insecure" },
    });
  });

  it("ends in every tab, also where the gateway is away", async () => {
    const { openTab } = openBrowser(async (method) => {
      if (method === "DELETE") throw new ApiFailure(ownFailures.unreachable, 0);
      return answer;
    });
    const [one, other] = [openTab(), openTab()];
    await one.start("code");
    await other.start(undefined);

    await one.signOut();

    const left = { kind: "out", because: "left" };
    expect([one.state.value, other.state.value, other.half()]).toEqual([left, left, undefined]);
  });

  it("is gone from the tab once the gateway no longer knows it", async () => {
    const tab = openBrowser().openTab();
    await tab.start("code");

    tab.end();

    expect([tab.state.value, tab.half()]).toEqual([{ kind: "out", because: "ended" }, undefined]);
  });
});

import { describe, expect, it } from "vitest";
import { ApiFailure, ownFailures } from "./failure.ts";
import { createLogin, takePlace } from "./login.ts";

function setUp(answer: () => unknown = () => ({ login: { host: "login.example.com" } })) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const left: string[] = [];
  const assign = (path: string | URL): void => void left.push(String(path));
  const location = { pathname: "/console/approvals", search: "?state=done", assign };
  const login = createLogin({ api: () => ({ session: async () => answer() }), storage, location });
  return { login, storage, left };
}

describe("a login at an issuer", () => {
  it("is offered by the host of the issuer", async () => {
    const { login } = setUp();

    await login.ask();

    expect(login.host.value).toBe("login.example.com");
  });

  it.each([
    ["there is none", () => ({ login: null })],
    ["the answer is another", () => ({ issuers: [] })],
    [
      "the gateway is away",
      () => {
        throw new ApiFailure(ownFailures.unreachable, 0);
      },
    ],
  ])("is not offered where %s", async (_, answer) => {
    const { login } = setUp(answer);

    await login.ask();

    expect(login.host.value).toBeUndefined();
  });

  it("brings the tab back to its page, once", () => {
    const { login, storage, left } = setUp();
    login.begin();

    const places = [takePlace(storage), takePlace(storage)];

    expect(left).toEqual(["/console/login"]);
    expect(places).toEqual(["/console/approvals?state=done", undefined]);
  });

  it("brings it to no page that is not ours", () => {
    const { storage } = setUp();
    storage.setItem("toolcourt-console-place", "//evil.example/console/");

    expect(takePlace(storage)).toBeUndefined();
  });
});

import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { SessionHandles } from "./session-handle.ts";

const key = new Uint8Array(32).fill(7);
const capabilities = { elicitation: { form: {} }, experimental: { "x-own": {} } };
const hello = {
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "n", version: "1" } },
};

function open() {
  const clock = createFakeClock();
  return { clock, handles: new SessionHandles({ key, clock }) };
}

describe("SessionHandles", () => {
  it("carry what the client declared, as far as the gateway reads it", () => {
    const { handles } = open();
    const id = handles.issue(hello, "ada", "nonce") ?? "";

    expect(handles.greetingIn(id, "ada")).toMatchObject({
      method: "initialize",
      params: { ...hello.params, capabilities: { elicitation: { form: {} } } },
    });
    expect(id).toMatch(/^[!-~]{1,400}$/);
  });

  it("are not known by another principal, and do not name their own", () => {
    const { handles } = open();
    const id = handles.issue(hello, "login:ada", "nonce") ?? "";

    expect(handles.greetingIn(id, "login:bob")).toBeUndefined();
    const [, payload = ""] = /^tcs1_([^.]+)\./.exec(id) ?? [];
    expect(Buffer.from(payload, "base64url").toString()).not.toContain("ada");
  });

  it("are found behind the number of a process", () => {
    const { handles } = open();

    const id = `3.${handles.issue(hello, "ada", "nonce") ?? ""}`;

    expect(handles.greetingIn(id, "ada")).toBeDefined();
  });

  it.each(["", "guess", "tcs1_", "tcs1_e30.x", "1.tcs1_W10.x"])("are none: %j", (id) => {
    expect(open().handles.greetingIn(id, "ada")).toBeUndefined();
  });

  it("end after a day", async () => {
    const { handles, clock } = open();
    const id = handles.issue(hello, "ada", "nonce") ?? "";

    await clock.advance(24 * 60 * 60_000 - 1);
    expect(handles.greetingIn(id, "ada")).toBeDefined();
    await clock.advance(1);
    expect(handles.greetingIn(id, "ada")).toBeUndefined();
  });

  it("are not issued to a client that declares more than fits", () => {
    const clientInfo = { name: "n".repeat(3_000), version: "1" };
    const long = { ...hello, params: { ...hello.params, clientInfo } };

    expect(open().handles.issue(long, "ada", "nonce")).toBeUndefined();
  });
});

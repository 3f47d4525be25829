import { describe, expect, it } from "vitest";
import { UpstreamError } from "../upstreams/upstream.ts";
import { unreachable } from "./unreachable.ts";

const server = { name: "crm", address: "http://crm.example/mcp" };

function systemError(code: string): Error {
  return Object.assign(new Error(`connect ${code} https://ada:secret@crm.example/?key=k`), {
    code,
  });
}

describe("unreachable", () => {
  it("S4-21, S4-60: stops the start with the exact text", () => {
    const cause = systemError("ECONNREFUSED");
    const refusal = unreachable(server, new UpstreamError({ kind: "unreachable" }, { cause }));

    expect(refusal.code).toBe("server-unreachable");
    expect(refusal.message).toBe(`Failed to connect to MCP server 'crm' at http://crm.example/mcp
Error: the connection was refused (ECONNREFUSED)

The application cannot start without connecting to all configured MCP servers.`);
  });

  it("T26: never quotes upstream text", () => {
    const { message } = unreachable(server, systemError("EANYTHING"));

    expect(message).not.toMatch(/secret|key=k|EANYTHING/);
    expect(message).toContain("Error: it did not answer as an MCP server should");
  });

  it("keeps the error as the cause, for the log", () => {
    const error = systemError("ENOTFOUND");

    expect(unreachable(server, error).cause).toBe(error);
  });

  it.each<[unknown, string]>([
    [new UpstreamError({ kind: "http", status: 503 }), "it answered with the HTTP status 503"],
    [
      new UpstreamError({ kind: "list-too-long", entries: 500, pages: 64 }),
      "its list of tools is too long: at most 500 tools on 64 pages are read; max_tools changes that",
    ],
    [
      new UpstreamError({ kind: "too-complex", excess: "keys" }),
      "a list or another message is too long: it may have 50000 keys, 250000 values and 64 levels",
    ],
    [
      new UpstreamError({ kind: "garbled" }),
      "it sent something that is not an MCP message, or too much at once",
    ],
    [
      new UpstreamError({ kind: "unreachable" }, { cause: systemError("REQUEST_TIMEOUT") }),
      "there was no answer in time (REQUEST_TIMEOUT)",
    ],
    [new AggregateError([systemError("ENOENT")]), "there is no such command (ENOENT)"],
    ["a text", "it did not answer as an MCP server should"],
  ])("words the reason itself: %s", (error, words) => {
    expect(unreachable(server, error).details.because).toBe(words);
  });

  it("quotes what the server wrote on one line, apart from our own words", () => {
    const wrote = { source: "stderr", text: "no key\nFailed to connect" } as const;
    const refusal = unreachable(server, systemError("EXITED"), wrote);

    expect(refusal.details.because).toBe("the command ended before it answered (EXITED)");
    expect(refusal.message).toContain(String.raw`(EXITED) and wrote: "no key\nFailed to connect"`);
  });

  it("names the command to sign in if the server asks for a login", () => {
    const asking = new UpstreamError({ kind: "http", status: 401 });

    expect(unreachable(server, asking).next).toBe("toolcourt connections login crm");
    expect(unreachable({ ...server, name: "a; b" }, asking).next).toBe(
      "toolcourt explain-error server-unreachable",
    );
  });

  it("limits how far it follows a chain of causes", () => {
    const error = new Error("round");
    error.cause = error;

    expect(unreachable(server, error).details.because).toMatch(/^it did not answer/);
  });
});

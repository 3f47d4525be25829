import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { type TestEntrance, testEntrances } from "@toolcourt/testing/entrances";
import { sharedData } from "@toolcourt/testing/shared-data";
import { describe, expect, it } from "vitest";
import type { CheckedResult, IncomingCall } from "../pipeline/call.ts";

const known = ["read_file", "pay", "write_row", "echo"];
const line = fakeGatewayApi({
  listed: () => [],
  callTool: async ({ tool }: IncomingCall): Promise<CheckedResult> => {
    if (!known.includes(tool)) throw new Refusal("tool-unknown", { tool: "other" });
    return { content: [], isError: false };
  },
});

/** Many requests per test, on a busy machine. */
const timeout = 30_000;
const parseError = -32_700;

function codesOf(answers: readonly JsonObject[]): readonly unknown[] {
  return answers.map((answer) => {
    const error = own(answer, "error");
    return isJsonObject(error) ? error["code"] : "answered";
  });
}

function callOf(args: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${args}}}`;
}

async function isAlive({ say }: TestEntrance): Promise<boolean> {
  return codesOf(await say(callOf("{}"))).includes("answered");
}

const suite = sharedData("json-test-suite/test_parsing", ".json");
const smuggling = sharedData("attack-cases", "json_rpc_smuggling.jsonl");

/** Allowed by the grammar, but open to different readings. */
const ambiguous = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"];

describe.each(["http", "stdio"] as const)("the %s entrance, on raw bytes", (name) => {
  const open = testEntrances[name];

  describe.skipIf(suite.missing !== undefined)(
    `JSONTestSuite (${suite.missing ?? "there"})`,
    () => {
      it.each([
        ["y", ({ length }: readonly string[]) => length === 95 - ambiguous.length],
        ["n", ({ length }: readonly string[]) => length === 0],
        // Readers differ on each of these files.
        ["i", ({ length }: readonly string[]) => length === 0],
      ])(
        "SECURITY 1: accepts or refuses the files of kind %s as expected",
        { timeout },
        async (kind, isRight) => {
          await using entrance = await open(line);
          const taken: string[] = [];
          for (const file of suite.files().filter((each) => each.name.startsWith(`${kind}_`))) {
            if (await isTaken(entrance, name === "stdio" ? oneLine(file.bytes) : file.bytes))
              taken.push(file.name);
          }

          expect(isRight(taken.toSorted())).toBe(true);
          expect(taken.filter((each) => ambiguous.includes(each))).toEqual([]);
          expect(await isAlive(entrance)).toBe(true);
        },
      );
    },
  );

  it.skipIf(smuggling.missing !== undefined)(
    `SECURITY 2: every smuggling row ends as its label says (${smuggling.missing ?? "there"})`,
    { timeout },
    async () => {
      await using entrance = await open(line);
      const wrong: unknown[] = [];
      for (const { id, body, expect: label } of rowsOf(smuggling.files())) {
        if (typeof body !== "string") continue;
        const codes = codesOf(await entrance.say(body));
        const isAccepted = codes.length > 0 && codes.every((code) => code === "answered");
        if (isAccepted !== (label === "accept")) wrong.push({ id, label, codes });
      }

      expect(wrong).toEqual([]);
    },
  );

  it("SECURITY 7: answers a good message at once after ten thousand bad ones", {
    timeout,
  }, async () => {
    await using entrance = await open(line);
    const bad = ["{", "[]", "null", '{"jsonrpc":"2.0"}', callOf('{"a":1,"a":2}'), "\u0000"];
    for (let sent = 0; sent < 10_000; sent += 100) {
      const wave = Array.from({ length: 100 }, (_, at) => entrance.say(bad[at % bad.length] ?? ""));
      await Promise.all(wave);
    }

    const before = systemClock.monotonic();
    expect(await isAlive(entrance)).toBe(true);
    expect(systemClock.monotonic() - before).toBeLessThan(1_000);
  });

  const limit = 4 * 1024 * 1024;
  const padded = (bytes: number): string => {
    const empty = callOf('{"a":""}').length;
    return callOf(`{"a":"${"x".repeat(bytes - empty)}"}`);
  };
  const nested = (levels: number): string => {
    // The message, its params and its arguments are three levels.
    const more = levels - 3;
    return callOf(`{"a":${"[".repeat(more)}${"]".repeat(more)}}`);
  };

  it.each([
    ["a byte less than allowed", padded(limit - 1), "answered"],
    ["as much as allowed", padded(limit), "answered"],
    ["a byte more than allowed", padded(limit + 1), parseError],
    ["64 levels", nested(64), "answered"],
    ["65 levels", nested(65), parseError],
    ["a million keys and one", callOf(keys(1_000_001)), parseError],
  ])("SECURITY 8: %s", { timeout }, async (_, text, outcome) => {
    await using entrance = await open(line);

    expect(codesOf(await entrance.say(text))).toEqual([outcome]);
    expect(await isAlive(entrance)).toBe(true);
  });
});

it("SECURITY 8: HTTP itself refuses a header of 64 kB", { timeout }, async () => {
  await using entrance = await testEntrances.http(line);

  // The connection may close before the client has written everything, so no answer is read.
  const codes = await entrance
    .say(callOf("{}"), { "mcp-param-a": "x".repeat(65_536) })
    .then(codesOf, () => ["closed"]);

  expect(["431", "closed"]).toContain(codes.join());
  expect(await isAlive(entrance)).toBe(true);
});

/** No file in the suite is a message, so valid JSON is refused as an invalid message. */
async function isTaken({ say }: TestEntrance, bytes: Uint8Array): Promise<boolean> {
  const codes = codesOf(await say(bytes));
  expect(codes).not.toContain("answered");
  return codes.length > 0 && !codes.includes(parseError);
}

// A line break between tokens has no meaning; inside a token it is the mistake under test.
function oneLine(bytes: Uint8Array): Uint8Array {
  if (!isValid(bytes)) return bytes;
  return Buffer.from(
    Buffer.from(bytes)
      .toString("utf8")
      .replaceAll(/[\r\n]/g, " "),
  );
}

function isValid(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

function keys(count: number): string {
  return `{${Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`).join(",")}}`;
}

function rowsOf(files: readonly { readonly bytes: Uint8Array }[]): readonly JsonObject[] {
  return files
    .flatMap(({ bytes }) => Buffer.from(bytes).toString("utf8").split("\n"))
    .filter((row) => row !== "")
    .map((row) => parseJson(row))
    .filter((row) => isJsonObject(row));
}

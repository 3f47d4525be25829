import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonArray, isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { type TestEntrance, testEntrances } from "@toolcourt/testing/entrances";
import { sharedData } from "@toolcourt/testing/shared-data";
import { describe, expect, it } from "vitest";
import type { CheckedResult, IncomingCall } from "../pipeline/call.ts";

const data = sharedData("strings", "blns.json");
const timeout = 30_000;

function strings(): readonly string[] {
  const [file] = data.files();
  const list = parseJson(Buffer.from(file?.bytes ?? []).toString("utf8"));
  return isJsonArray(list) ? list.filter((each) => typeof each === "string") : [];
}

/** Echoes its input in every place where text can stand. */
const line = fakeGatewayApi({
  listed: () => [],
  callTool: async ({ tool, arguments: given }: IncomingCall): Promise<CheckedResult> => {
    if (tool !== "echo") throw new Refusal("tool-unknown", { tool: "other" });
    const text = isJsonObject(given) ? given["text"] : undefined;
    if (typeof text !== "string") return { content: [], isError: true };
    return {
      content: [{ type: "text", text }],
      structuredContent: { [text]: text },
      isError: false,
    };
  },
});

async function call({ say }: TestEntrance, name: string, text: string): Promise<JsonObject> {
  const params = { name, arguments: { text } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const [answer] = await say(JSON.stringify(message));
  return answer ?? {};
}

describe.skipIf(data.missing !== undefined)(`naughty strings (${data.missing ?? "there"})`, () => {
  it.each(["http", "stdio"] as const)(
    "SECURITY 6: pass %s unchanged as arguments and as outputs",
    { timeout },
    async (name) => {
      await using entrance = await testEntrances[name](line);
      const changed: string[] = [];
      for (const text of strings()) {
        const result = own(await call(entrance, "echo", text), "result");
        const wanted = { content: [{ type: "text", text }], structuredContent: { [text]: text } };
        const got = isJsonObject(result) ? result : {};
        const { content, structuredContent } = got;
        if (JSON.stringify({ content, structuredContent }) !== JSON.stringify(wanted)) {
          changed.push(text);
        }
      }

      expect(strings().length).toBeGreaterThan(500);
      expect(changed).toEqual([]);
    },
  );

  it.each(["http", "stdio"] as const)(
    "SECURITY 6: are refused as tool names at %s, and crash nothing",
    { timeout },
    async (name) => {
      await using entrance = await testEntrances[name](line);
      const codes = new Set<unknown>();
      for (const text of strings()) {
        const error = own(await call(entrance, text, ""), "error");
        codes.add(isJsonObject(error) ? error["code"] : "answered");
      }

      expect([...codes]).toEqual([-32_602]);
    },
  );
});

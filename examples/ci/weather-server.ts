// The server of the pull request in docs/ci.md. It has a deliberate bug. Beyond a week it has no
// forecast and returns a text where its contract promises a number.

import { readFileSync } from "node:fs";
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";

type Members = Readonly<Record<string, unknown>>;

const list: unknown = JSON.parse(readFileSync(new URL("weather.json", import.meta.url), "utf8"));

const answers = new Map<unknown, (params: Members) => unknown>([
  [
    "initialize",
    ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "weather", version: "2.0.0" },
    }),
  ],
  ["tools/list", () => list],
  [
    "tools/call",
    (params) => {
      const input = membersOf(params["arguments"]);
      return isValid(input) ? forecast(input) : refusal;
    },
  ],
]);

const refusal = {
  isError: true,
  content: [{ type: "text", text: "Give a city, units, and days from 1 to 14." }],
};

function isValid({ city, units, days = 1, ...others }: Members): boolean {
  return isCity(city) && isUnits(units) && isDays(days) && Object.keys(others).length === 0;
}

function isCity(city: unknown): boolean {
  return typeof city === "string" && city !== "" && Array.from(city).length <= 100;
}

function isUnits(units: unknown): boolean {
  return units === "metric" || units === "imperial";
}

function isDays(days: unknown): boolean {
  return Number.isInteger(days) && Number(days) >= 1 && Number(days) <= 14;
}

function forecast({ units, days = 1 }: Members): Members {
  const known = units === "metric" ? 21 : 70;
  const structuredContent = { degrees: Number(days) > 7 ? "unknown" : known };
  const text = JSON.stringify(structuredContent);
  return { structuredContent, isError: false, content: [{ type: "text", text }] };
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

createInterface({ input: stdin }).on("line", (line) => {
  const { id, method, params } = membersOf(JSON.parse(line));
  if (id === undefined) return;
  const answer = answers.get(method);
  const said =
    answer === undefined
      ? { error: { code: -32_601, message: "No such method" } }
      : { result: answer(membersOf(params)) };
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...said })}\n`);
});

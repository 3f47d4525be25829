import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { askHidden } from "./ask-hidden.ts";

function setUp() {
  const input = new PassThrough();
  const shown: string[] = [];
  const stopping = new AbortController();
  const asked = askHidden("--token: ", {
    input,
    output: { write: (text) => shown.push(text) },
    signal: stopping.signal,
    interrupted: () => stopping.abort("SIGINT"),
  });
  return { input, shown, asked };
}

it("shows the question and nothing of the answer, also where it is corrected", async () => {
  const { input, shown, asked } = setUp();

  input.write("tok-canaryX\u007f-93f1\r");

  expect(await asked).toBe("tok-canary-93f1");
  expect(shown.join("")).toBe("--token: \n");
});

it("gives nothing where the input ends", async () => {
  const { input, asked } = setUp();

  input.end();

  expect(await asked).toBe("");
});

it("stops when whoever is asked wants to", async () => {
  const { input, asked } = setUp();

  input.write("tok\u0003");

  await expect(asked).rejects.toThrow("abort");
});

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

it("shows the question but not the answer, even while it is edited", async () => {
  const { input, shown, asked } = setUp();

  input.write("tok-canaryX\u007f-93f1\r");

  expect(await asked).toBe("tok-canary-93f1");
  expect(shown.join("")).toBe("--token: \n");
});

it("returns an empty text if the input ends", async () => {
  const { input, asked } = setUp();

  input.end();

  expect(await asked).toBe("");
});

it("stops on an interrupt", async () => {
  const { input, asked } = setUp();

  input.write("tok\u0003");

  await expect(asked).rejects.toThrow("abort");
});

import { expect, it } from "vitest";
import type { FoundConfig } from "../find-config.ts";
import { originsIn } from "./origins.ts";

it("reads each configuration once, and another one anew", () => {
  let readings = 0;
  const foundWith = (port: number): FoundConfig => ({
    get text() {
      readings += 1;
      return `server: { port: ${port} }\ntoolbox: { local: [workspace] }\n`;
    },
    source: { environment: {}, file: "toolcourt.yaml" },
  });
  const [first, second] = [foundWith(7_421), foundWith(7_422)];

  const origins = originsIn(first);

  expect(originsIn(first)).toBe(origins);
  expect(originsIn(second)).not.toBe(origins);
  expect(origins.get("server.port")).toMatchObject({ kind: "file", file: "toolcourt.yaml" });
  expect(readings).toBe(2);
});

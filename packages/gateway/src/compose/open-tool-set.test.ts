import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { openHttpGateway } from "@toolcourt/testing/http-tools";
import { expect, it } from "vitest";

it("reports an unreadable tools file as a file problem, not as a server problem", async () => {
  const unreadable = new Refusal(
    "file-unreadable",
    { file: "shop.yaml", because: "missing" },
    { cause: Object.assign(new Error("gone"), { code: "ENOENT" }) },
  );
  const readText = (): Promise<never> => Promise.reject(unreadable);
  const opening = openHttpGateway({
    origin: "http://127.0.0.1:9",
    tools: "",
    outside: { readText },
  });

  await expect(opening).rejects.toBe(unreadable);
});

it("logs the problem of a file that the gateway starts without", async () => {
  const { lines } = await openHttpGateway({
    origin: "http://127.0.0.1:9",
    tools: "tools: 1",
    set: { required: false },
  });

  expect(lines).toContain(
    "error: The file of the HTTP tools 'shop': shop.yaml:1:8 tools: Expected a list of tools, got 1.",
  );
});

import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { nodeVersion, versions } from "./server-files.ts";

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly devDependencies: Readonly<Record<string, string>>;
}

async function manifest(path: string): Promise<Manifest> {
  // oxlint-disable-next-line typescript/no-unsafe-return -- a file of our own
  return JSON.parse(await readFile(new URL(`../../../../../${path}`, import.meta.url), "utf8"));
}

it("new projects start with the versions used in this repository", async () => {
  const { devDependencies, engines } = await manifest("package.json");
  const [sdk, gateway] = [
    await manifest("packages/sdk/package.json"),
    await manifest("packages/toolcourt/package.json"),
  ];
  const ours = {
    ...devDependencies,
    "@toolcourt/sdk": sdk.version,
    toolcourt: gateway.version,
  };

  expect(ours).toMatchObject(versions);
  expect(engines.node).toBe(`>=${nodeVersion}`);
});

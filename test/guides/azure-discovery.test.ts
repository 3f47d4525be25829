import { readFile } from "node:fs/promises";
import { parseJson, valueAt } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { createCloud } from "../../packages/azure/src/testing/cloud/cloud.ts";
import { tenantId } from "../../packages/azure/src/testing/cloud/data.ts";
import { openCloud } from "../../packages/azure/src/testing/cloud/open-cloud.ts";
import { createCertificate } from "../../packages/testing/src/certificate.ts";
import { entraClient, openEntra } from "../../packages/testing/src/entra.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openApiManagement } from "../../packages/testing/src/targets/api-management.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";
import { readGuide } from "./guide.ts";

const guide = await readGuide("guides/azure-discovery.md");
const page = await readFile(
  new URL("../../docs/guides/azure-discovery.md", import.meta.url),
  "utf8",
);
const key = "key-of-api-management";

function block(kind: string): string {
  return new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, "ms").exec(page)?.[1] ?? "";
}

/** Opens the project of the guide, before a fixture cloud behind API Management. */
async function openTrial() {
  const stack = new AsyncDisposableStack();
  const cloud = createCloud();
  const entra = stack.use(await openEntra(tenantId));
  const server = stack.use(await openCloud(cloud));
  const certificate = createCertificate("localhost");
  const backends = { "/arm": { host: "management.azure.com", port: server.port } };
  const management = stack.use(await openApiManagement({ certificate, key, backends }));
  const config = guide.config
    .replace("https://apim.example.com", `https://localhost:${management.port}`)
    .replace("addresses: public", "addresses: loopback")
    .replace("egress:\n", "egress:\n  ca_file: ca.pem\n");
  const folder = stack.use(
    await openFolder({
      "toolcourt.yaml": config,
      "ca.pem": certificate.cert,
      "secret.txt": `${entraClient.secret}\n`,
    }),
  );
  const lookup = async (host: string): Promise<readonly string[]> =>
    host === "localhost" ? ["127.0.0.1"] : entra.lookup(host);
  const runLine = (line: string): Promise<Ran> => {
    const args = (line.replace(/ > \S+$/, "").match(/'[^']*'|\S+/g) ?? []).map((arg) =>
      arg.replaceAll("'", ""),
    );
    const environment = { APIM_KEY: key };
    return run(args, { folder: folder.path, environment, dial: entra.dial, lookup });
  };
  return {
    cloud,
    entra,
    management,
    runLine,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

// Commands open a store with their own thread, and a whole gateway.
describe("the guide to Azure discovery", { timeout: 120_000 }, () => {
  it("goes from a connection to costs, a kept result and an audit row", async () => {
    await using trial = await openTrial();
    /** Runs the command of the guide. `given` replaces what it leaves to the reader. */
    const go = (start: string, given = entraClient.id): Promise<Ran> => {
      const command = guide.commands.find((line) => line.startsWith(start)) ?? "";
      return trial.runLine(command.replace(/<\w+>/, given));
    };

    const planned = await go("azure plan discovery");
    const added = await go("connections add");
    const checked = await go("azure check");
    const called = await go("call query-costs");
    const answer = valueAt(parseJson(called.output), "/structuredContent") ?? null;
    const id = /"discovery_id":"([^"]+)"/.exec(JSON.stringify(answer))?.[1] ?? "none";
    const listed = await go("results list --discovery", id);
    const shown = await go("results show", listed.output.split(" ")[0]);
    const exported = await go("audit export");
    const explained = await go("explain list-resources");

    const ran = [planned, added, checked, called, listed, shown, exported, explained];
    expect(ran.map(({ code }) => code)).toEqual(ran.map(() => 0));
    expect(`${checked.output}\n`).toBe(block("text"));
    expect(answer).toMatchObject({ ...Object(parseJson(block("json"))) });
    expect(listed.output).toMatch(new RegExp(`^\\S+  query-costs  \\S+  discovery ${id}$`));
    expect(shown.output).toContain(`Discovery: ${id}, tier cost, stage cost\n`);
    const correlation = /correlation (\S+)/.exec(shown.output)?.[1] ?? "none";
    expect(exported.output.split(`"correlation_id":"${correlation}"`)).toHaveLength(3);
    expect(exported.output).toContain("query-costs");
    const passed = trial.management.passed.filter((line) => line.includes("CostManagement"));
    expect(passed).toHaveLength(1);
    expect(trial.management.passed).toHaveLength(trial.cloud.seen.length);
    const sent = new Set(trial.cloud.seen.map(({ headers }) => headers["authorization"]));
    const { granted } = trial.entra;
    expect([...sent]).toEqual(granted.map((token) => `Bearer ${token}`));
    const printed = ran.map(({ output, errors }) => output + errors).join("\n");
    for (const secret of [...granted, entraClient.secret]) expect(printed).not.toContain(secret);
  });

  it("names every tool of the package", async () => {
    const file = new URL("../../packages/azure/tools.yaml", import.meta.url);
    const names = [...(await readFile(file, "utf8")).matchAll(/^ {2}- name: (\S+)$/gm)];

    expect(names).toHaveLength(13);
    expect(names.filter(([, name]) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

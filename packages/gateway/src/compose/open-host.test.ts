import { describe, expect, it } from "vitest";
import { createCertificate } from "../testing/certificate.ts";
import { openFolder } from "../testing/folder.ts";
import { openTarget } from "../testing/target.ts";
import { run } from "../testing/terminal.ts";

const call = { id: "1", function: { name: "hello", arguments: '{"name":"Ada"}' } };
const answer = { choices: [{ message: { tool_calls: [call] }, finish_reason: "tool_calls" }] };

/** What comes of a question to a model whose certificate only the operator trusts. */
async function askedWith(egress: { readonly ca?: string }): Promise<string> {
  const certificate = createCertificate("localhost");
  await using endpoint = await openTarget((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }, certificate);
  const model = {
    url: `https://localhost:${endpoint.port}/v1`,
    name: "small",
    key: "x".repeat(20),
  };
  const host = { planner: "model", summary: "off", model };
  const names = ["hello", "read_repo_file", "write_memory_entry"];
  const toolbox = { local: ["workspace"], tools: names.map((name) => ({ name })) };
  const config = JSON.stringify({ toolbox, stores: { url: "memory:" }, host, egress });
  await using folder = await openFolder({ "toolcourt.yaml": config, "ca.pem": certificate.cert });
  const { output } = await run(["ask", "--json", "Greet Ada."], { folder: folder.path });
  return output;
}

// Each opens a gateway, on machines that are busy with other tests.
describe("a model that is configured", { timeout: 20_000 }, () => {
  it("is trusted by the certificates that requests of all kinds trust", async () => {
    expect(await askedWith({ ca: "ca.pem" })).toContain("Hello, Ada!");
    expect(await askedWith({})).toContain("No connection to the model could be made.");
  });
});

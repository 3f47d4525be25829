import { execPath } from "node:process";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { expect, it } from "vitest";

/** A server whose secrets are missing, and whose command leaves a trace. */
const server = {
  name: "crm",
  transport: "stdio",
  command: "${CRM_PROGRAM}",
  args: ["${file:gone}", `\${cmd:${execPath} -e 'require(\`fs\`).writeFileSync(\`ran\`, \`\`)'}`],
  env: { TOKEN: "${CRM_TOKEN}", OTHER: "${vault:secret/crm#token}" },
  env_file: "gone.env",
  inherit_env: ["CRM_HOME"],
  mode: "strict",
};
const remote = {
  name: "web",
  transport: "sse",
  url: "https://${CRM_HOST}/sse",
  headers: { Authorization: "Bearer ${CRM_TOKEN}" },
  mode: "strict",
};

it.each([
  ["approvals", "list"],
  ["grants", "list"],
  ["audit", "unfinished"],
  ["drafts", "list"],
  ["results", "list"],
  ["connections", "list"],
])("`toolcourt %s %s` reads no secret of a server and runs no command", async (...args) => {
  const toolbox = { mcps: [server, remote] };
  const text = JSON.stringify({ toolbox, stores: { url: "sqlite:state.db" } });
  await using folder = await openFolder({ "toolcourt.yaml": text });
  // Makes the store, which some commands do not make.
  await run(["drafts", "list"], { folder: folder.path });

  const { code, errors } = await run(args, { folder: folder.path });

  expect({ code, errors }).toMatchObject({ code: 0 });
  expect(await folder.files()).not.toContain("ran");
});

it("`toolcourt servers` reads them, and reports all that are missing at once", async () => {
  const text = JSON.stringify({ toolbox: { mcps: [server] }, stores: { url: "memory:" } });
  await using folder = await openFolder({ "toolcourt.yaml": text });

  const { code, errors } = await run(["servers"], { folder: folder.path });

  expect(code).toBe(2);
  expect(errors.match(/toolcourt\.yaml:1:\d+ /g)).toHaveLength(7);
  expect(await folder.files()).toContain("ran");
});

it("`toolcourt effective` checks only variables, and runs no command", async () => {
  const text = JSON.stringify({ toolbox: { mcps: [server] } });
  await using folder = await openFolder({ "toolcourt.yaml": text });
  const environment = { CRM_PROGRAM: "crm", CRM_TOKEN: "token-12345678", CRM_HOME: "/crm" };

  const { code, output } = await run(["effective"], { folder: folder.path, environment });

  expect(code).toBe(0);
  expect(output).toContain("${vault:secret/crm#token}");
  expect(output).not.toContain("token-12345678");
  expect(await folder.files()).not.toContain("ran");
});

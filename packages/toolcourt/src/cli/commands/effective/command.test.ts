import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const config = `toolbox:
  mcps:
    - name: crm
      transport: stdio
      command: crm
      env: { TOKEN: "\${CRM_TOKEN}" }
      mode: strict
`;
const environment = { CRM_TOKEN: "hunter2" };

describe("toolcourt effective", () => {
  it("prints every setting and its source", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    const { code, output } = await run(["effective"], {
      folder: folder.path,
      environment: { ...environment, TOOLCOURT__SERVER__PORT: "8080" },
    });

    expect(code).toBe(0);
    expect(output).toMatch(/^toolbox\.max_concurrent: 10 +default$/m);
    expect(output).toMatch(/^toolbox\.mcps\[0\]\.mode: strict +toolcourt\.yaml:7$/m);
    expect(output).toMatch(/^server\.port: 8080 +environment TOOLCOURT__SERVER__PORT$/m);
  });

  it.each([[], ["--json"]])(
    "shows the name of a secret but never its value %j",
    async (...flags) => {
      await using folder = await openFolder({ "toolcourt.yaml": config });
      const { output } = await run(["effective", ...flags], { folder: folder.path, environment });

      expect(output).toContain("${CRM_TOKEN}");
      expect(output).not.toContain("hunter2");
    },
  );

  it("shows the certificates that Node reads from the environment", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": "toolbox: { local: [] }" });
    const shown = async (variables: Record<string, string>) =>
      (await run(["effective"], { folder: folder.path, environment: variables })).output;

    expect(await shown({ NODE_EXTRA_CA_CERTS: "/etc/own.pem" })).toMatch(
      /^NODE_EXTRA_CA_CERTS: \/etc\/own\.pem +environment NODE_EXTRA_CA_CERTS$/m,
    );
    expect(await shown({ NODE_EXTRA_CA_CERTS: "" })).not.toContain("NODE_EXTRA_CA_CERTS");
    expect(await shown({})).not.toContain("NODE_EXTRA_CA_CERTS");
  });

  it("T23: lists the limits of the policy file with their places", async () => {
    await using folder = await openFolder({
      "home/toolcourt.yaml": "toolbox: { local: [] }\npolicy: { file: policy.yaml }\n",
      "home/policy.yaml":
        "version: 1\nlimits:\n  - { id: a, max_timeout: PT2S, max_retries: 0 }\n...\n",
    });
    const args = ["effective", "-c", "home/toolcourt.yaml"];
    const { output } = await run(args, { folder: folder.path });
    await folder.write("home/policy.yaml", "limits: [");
    const broken = await run(args, { folder: folder.path });

    expect(output).toMatch(/^policy\.limits\[0\]\.max_timeout: PT2S +policy\.yaml:3$/m);
    expect(output).toMatch(/^policy\.limits\[0\]\.max_retries: 0 +policy\.yaml:3$/m);
    expect([broken.code, broken.output.includes("limits")]).toEqual([0, false]);
    expect(broken.errors).toMatch(
      /^home\/policy\.yaml cannot be used, so its limits are not listed\./,
    );
    expect(broken.errors).toContain("toolcourt policy test home/policy.yaml");
  });

  it("reads the named file, and prints the same as JSON", async () => {
    await using folder = await openFolder({ "other.yaml": "toolbox: { max_concurrent: 3 }" });
    const { output } = await run(["effective", "-c", "other.yaml", "--json"], {
      folder: folder.path,
    });

    expect(JSON.parse(output)).toMatchObject({ file: "other.yaml" });
    expect(JSON.parse(output)).toHaveProperty("settings.0", {
      path: "toolbox.max_concurrent",
      value: 3,
      origin: { kind: "file", file: "other.yaml", line: 1, column: 28 },
    });
  });

  it("prints the defaults without a file", async () => {
    await using folder = await openFolder();
    const { code, output } = await run(["effective"], { folder: folder.path });

    expect(code).toBe(0);
    expect(output).toMatch(/^There is no toolcourt\.yaml; this applies without one\.\n\n/);
    expect(output).toMatch(/^toolbox\.local: \["workspace"\] +default$/m);
  });

  it("refuses an invalid file, one line per mistake, without its raw text", async () => {
    await using folder = await openFolder({
      "toolcourt.yaml": 'toolbox: { max_concurrent: 0, "x\\u001b[31m\\ny": 1 }',
    });
    const { code, errors, output } = await run(["effective"], { folder: folder.path });

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors.split("\n")).toEqual([
      "toolcourt.yaml is not valid:",
      "toolcourt.yaml:1:28 toolbox.max_concurrent: Expected a whole number of at least 1, got 0.",
      expect.stringMatching(
        /^toolcourt\.yaml:1:31 toolbox\."x\\u001b\[31m\\ny": There is no such key\./,
      ),
      "(config-invalid; next: toolcourt explain-error config-invalid)",
    ]);
  });

  it.each([
    ["a named file that is not there", ["-c", "none.yaml"], /^Cannot read none\.yaml/],
    ["an empty name", ["--config", ""], /^Give --config a file\./],
  ])("refuses %s", async (_, flags, message) => {
    await using folder = await openFolder();
    const { code, errors } = await run(["effective", ...flags], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toMatch(message);
  });
});

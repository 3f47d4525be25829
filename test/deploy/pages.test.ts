import { globSync, readFileSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { describe, expect, it } from "vitest";
import { commandsOf, openMachine, root, versionInName } from "../../scripts/deploy/page.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const pages = globSync("docs/deploy/*.md", { cwd: root }).toSorted();
const files = globSync(["deploy/compose/*.yaml", "deploy/kubernetes/**/*.yaml"], { cwd: root });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own manifest
const manifest = JSON.parse(read("package.json")) as { readonly scripts: object };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own manifest
const { version } = JSON.parse(read("packages/toolcourt/package.json")) as { version: string };

describe("the pages of docs/deploy", () => {
  it("are all in the table of the first page", () => {
    const listed = [...read("docs/deploy/README.md").matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\)/gm)];

    expect(listed.map(([, page = ""]) => page).toSorted()).toEqual(
      pages.map((page) => basename(page)).filter((page) => page !== "README.md"),
    );
  });

  it.each(pages)("name scripts and files that exist: %s", (page) => {
    const scripts = [...read(page).matchAll(/\bnpm run (?:--\S+ )?([\w:]+)/g)].map(
      ([, name = ""]) => name,
    );
    const named = [...read(page).matchAll(/(?<![\w/])deploy\/[\w./-]*\w/g)].map(([path]) => path);

    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    expect(named.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
  });

  it("and the files of deploy name one version, which `npm run bump` writes", () => {
    const versions = [...pages, ...files].flatMap((path) => read(path).match(versionInName) ?? []);

    expect(versions.length).toBeGreaterThan(10);
    expect(new Set(versions)).toEqual(new Set([version]));
  });

  it("share one policy", () => {
    const policies = globSync("deploy/**/policy.yaml", { cwd: root }).map(read);

    expect(policies).toHaveLength(3);
    expect(new Set(policies).size).toBe(1);
  });

  it("make a configuration for a single container", async () => {
    await using machine = await openMachine(["docker", "curl"]);
    await symlink(join(root, "deploy"), join(machine.folder.path, "deploy"));
    await machine.run(await commandsOf("kubernetes.md", "2. "), machine.folder.path);
    await machine.run(await commandsOf("image.md", "Run it"), machine.folder.path);
    const environment = parseEnv(await machine.folder.read("secrets/toolcourt.env"));
    const config = loadConfig(await machine.folder.read("config/toolcourt.yaml"), { environment });

    expect(config.auth?.resource.href).toBe("http://localhost:7420/mcp");
    expect(await machine.folder.files()).toEqual(
      expect.arrayContaining(["config/keys.yaml", "config/policy.yaml"]),
    );
  });
});

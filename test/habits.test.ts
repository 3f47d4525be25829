import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const root = resolve(import.meta.dirname, "..");
const filesOf = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).toSorted();
const textOf = (path: string): string => readFileSync(resolve(root, path), "utf8");
const captures = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

const permissions = z.record(z.string(), z.enum(["read", "write", "none"]));
const step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.boolean()])).default({}),
});
const job = z.object({
  "timeout-minutes": z.number().optional(),
  uses: z.string().optional(),
  permissions: permissions.optional(),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
  steps: z.array(step).default([]),
});
const workflow = z.object({
  on: z.unknown(),
  permissions,
  concurrency: z.object({ group: z.string() }),
  jobs: z.record(z.string(), job),
});
const manifest = z.object({
  name: z.string(),
  private: z.boolean().default(false),
  engines: z.object({ node: z.string() }).optional(),
  scripts: z.record(z.string(), z.string()).default({}),
});

const workflows = filesOf(".github/workflows/*.yml").map((path) => ({
  path,
  text: textOf(path),
  parsed: workflow.parse(parse(textOf(path))),
}));
const jobs = workflows.flatMap(({ path, parsed }) =>
  Object.entries(parsed.jobs).map(([name, each]) => ({ ...each, name: `${path} ${name}` })),
);
const steps = jobs.flatMap((each) => each.steps);
const rootManifest = manifest.parse(JSON.parse(textOf("package.json")));
const ci = textOf(".ci/run");
const parts = captures(ci, /^(\w+)\(\) \{/gm);

/** The commands of a job, one for each value of its matrix. */
function commandsOf({ strategy, steps: own }: z.infer<typeof job>): readonly string[] {
  return own.flatMap(({ run = "" }) => {
    const key = /\$\{\{ matrix\.(\w+) \}\}/.exec(run)?.[1];
    if (key === undefined) return [run];
    const values = strategy?.matrix[key] ?? [];
    return values.map((value) => run.replaceAll(`\${{ matrix.${key} }}`, value));
  });
}

describe("the workflows", () => {
  it("are these four", () => {
    const names = workflows.map(({ path }) => path.replace(".github/workflows/", ""));
    expect(names).toEqual(["ci.yml", "codeql.yml", "release.yml", "scorecard.yml"]);
  });

  it("may write nothing unless a job says so, and end in time", () => {
    const reading = workflows.map(({ path }) => [path, { contents: "read" }]);
    expect(workflows.map(({ path, parsed }) => [path, parsed.permissions])).toEqual(reading);
    const endless = jobs.filter((each) => each.uses === undefined && !each["timeout-minutes"]);
    expect(endless.map(({ name }) => name)).toEqual([]);
  });

  it("pin every action by commit and tag, or say why not", () => {
    const files = [...filesOf(".github/workflows/*.yml"), "action.yml"];
    const used = files.flatMap((path) => captures(textOf(path), /^\s*(?:- )?uses: (.+)$/gm));
    const pinned = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    const excused = /^[\w./-]+@v\d\S* # not pinned: .+$/;
    const local = /^\.\/\.github\/workflows\/[\w-]+\.yml$/;

    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((use) => ![pinned, excused, local].some((form) => form.test(use)))).toEqual(
      [],
    );
    const commits = new Set(used.map((use) => use.replace(/^([\w-]+\/[\w-]+)\S*@/, "$1@")));
    const actions = new Set([...commits].map((use) => use.split("@")[0]));
    expect(commits.size, "an action has one commit").toBe(actions.size);
  });

  it("call only parts and scripts that exist", () => {
    const called = jobs.flatMap(commandsOf).join("\n");
    const asked = captures(called, /^bash \.ci\/run (.+)$/gm).flatMap((line) => line.split(" "));
    const bumped = steps
      .map((each) => each.with["script"])
      .filter((script) => script !== undefined);
    const scripts = captures([called, ...bumped].join("\n"), /\bnpm run (\S+)/g);

    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((part) => !parts.includes(part))).toEqual([]);
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((script) => !(script in rootManifest.scripts))).toEqual([]);
  });

  it("run on Linux all that .ci/run runs, the coverage and the image", () => {
    const everything = /^everything\(\) \{\n(.*?)^\}/ms.exec(ci)?.[1] ?? "";
    const wanted = parts.filter((part) => new RegExp(`\\b${part}\\b`).test(everything));
    const linux = workflows.find(({ path }) => path.endsWith("/ci.yml"))?.parsed.jobs["linux"];
    const run = linux === undefined ? [] : captures(commandsOf(linux).join("\n"), /run (\w+)$/gm);

    expect(wanted).toContain("tests");
    expect(run.toSorted()).toEqual([...wanted, "coverage", "image"].toSorted());
  });

  it("use the oldest Node that is promised", () => {
    const versions = steps.flatMap((each) => each.with["node-version"] ?? []);
    expect(new Set(versions.map((version) => `>=${version}`))).toEqual(
      new Set([rootManifest.engines?.node]),
    );
  });

  it("put no secret and no text from outside into a command", () => {
    const inserted = captures(
      steps.map(({ run = "" }) => run).join("\n"),
      /\$\{\{\s*(.*?)\s*\}\}/g,
    );
    expect(inserted.filter((expression) => !expression.startsWith("matrix."))).toEqual([]);
    expect(workflows.filter(({ text }) => /secrets\.|pull_request_target/.test(text))).toEqual([]);
  });
});

describe("the dependencies", () => {
  it("run no script when they are installed, and build no addon", () => {
    const locked = z.object({
      packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
    });
    const { packages } = locked.parse(JSON.parse(textOf("package-lock.json")));
    const scripted = Object.entries(packages).filter(([, each]) => each.hasInstallScript === true);

    expect(Object.keys(packages).length).toBeGreaterThan(300);
    expect(scripted.map(([name]) => name)).toEqual([]);
  });
});

describe("the integration tests", () => {
  it("lie in folders and have names that exist", () => {
    const listed = captures(textOf("vitest.config.ts"), /^ {2}"(.+\.test\.ts)",$/gm);
    expect(listed).toContain("test/**/*.test.ts");
    expect(listed.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
  });
});

const labelled = z.object({ label: z.string().min(1) });
const field = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("markdown"),
    attributes: z.strictObject({ value: z.string().min(1) }),
  }),
  z.object({ type: z.literal(["input", "textarea"]), id: z.string(), attributes: labelled }),
  z.object({
    type: z.literal("dropdown"),
    id: z.string(),
    attributes: labelled.extend({ options: z.array(z.string().min(1)).min(1) }),
  }),
]);
const form = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()),
  body: z.array(field).refine((body) => body.some(({ type }) => type !== "markdown")),
});

describe("the issue forms", () => {
  it("have what GitHub requires", () => {
    const paths = filesOf(".github/ISSUE_TEMPLATE/*.yml").filter((path) => !/config/.test(path));
    const forms = paths.map((path) => form.parse(parse(textOf(path))));

    expect(forms.map(({ name }) => name)).toEqual(["Bug", "Feature", "New rule"]);
    for (const { body } of forms) {
      const ids = body.flatMap((each) => ("id" in each ? each.id : []));
      expect(ids).toEqual([...new Set(ids)]);
    }
  });

  it("send vulnerabilities elsewhere", () => {
    const link = z.object({ name: z.string(), url: z.url(), about: z.string() });
    const config = z.strictObject({
      blank_issues_enabled: z.literal(false),
      contact_links: z.array(link),
    });
    const { contact_links: links } = config.parse(
      parse(textOf(".github/ISSUE_TEMPLATE/config.yml")),
    );
    expect(links.some(({ url }) => url.endsWith("/security/policy"))).toBe(true);
  });
});

describe("the changesets", () => {
  const packages = filesOf("packages/*/package.json").map((path) =>
    manifest.parse(JSON.parse(textOf(path))),
  );
  const published = packages.filter((each) => !each.private).map(({ name }) => name);

  it("are about packages that are published", () => {
    const waiting = filesOf(".changeset/*.md").filter((path) => !path.endsWith("README.md"));
    const named = waiting.flatMap((path) =>
      captures(textOf(path).split("---\n")[1] ?? "", /^"(.+)": (?:minor|patch|major)$/gm),
    );
    expect(named.filter((name) => !published.includes(name))).toEqual([]);
  });

  it("give all packages one version", () => {
    const config = z.object({ fixed: z.array(z.array(z.string())) });
    const { fixed } = config.parse(JSON.parse(textOf(".changeset/config.json")));
    expect(fixed).toEqual([["toolcourt", "@toolcourt/*"]]);
    expect(published.filter((name) => !/^(@toolcourt\/.+|toolcourt)$/.test(name))).toEqual([]);
  });
});

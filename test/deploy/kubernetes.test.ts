import { chmod, mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath, platform } from "node:process";
import { parseEnv } from "node:util";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { type DebianProgram, findDebian } from "@toolcourt/testing/services/find-debian";
import { runProgram } from "@toolcourt/testing/services/run-program";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import type { Deployment } from "kubernetes-types/apps/v1.d.ts";
import type { ConfigMap } from "kubernetes-types/core/v1.d.ts";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { commandsOf, type Machine, openMachine, root } from "../../scripts/deploy/page.ts";
import { mustHaveServed, serveOnce } from "../../scripts/deploy/served.ts";
import { flawsOf, type Manifest } from "./kubernetes-types.ts";

const found = await findKubectl();
const [postgres, redis] = [await usePostgres(), await useRedis()];
const page = "kubernetes.md";

async function findKubectl(): Promise<DebianProgram | { readonly missing: string }> {
  if (platform !== "linux") return { missing: `Debian's package does not run on ${platform}.` };
  const need = { program: "kubectl", package: "kubernetes-client", probe: ["kustomize", "--help"] };
  return findDebian(need).catch((error: unknown) => {
    // A CI build that skips proves nothing.
    if (env["CI"] !== undefined) throw error;
    return { missing: String(error) };
  });
}

async function render(overlay: string): Promise<readonly Manifest[]> {
  if ("missing" in found) throw new Error(found.missing);
  const args = ["kustomize", join(root, "deploy/kubernetes/overlays", overlay)];
  // Newer versions warn about old names of fields, in lines that are comments.
  const documents = parseAllDocuments(await runProgram({ ...found, args }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every object of Kubernetes has these
  return documents.map((each) => each.toJS() as Manifest);
}

/** What a test reads of an overlay. The types of Kubernetes are checked by a test of their own. */
async function overlayOf(name: string) {
  const all = await render(name);
  const of = (wanted: string) => all.filter(({ kind }) => kind === wanted);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- chosen by its kind
  const deployment = of("Deployment")[0] as Deployment;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- chosen by its kind
  const maps = of("ConfigMap") as readonly ConfigMap[];
  const files = Object.fromEntries(maps.flatMap(({ data }) => Object.entries(data ?? {})));
  const pod = deployment.spec?.template.spec;
  const [container] = pod?.containers ?? [];
  if (pod === undefined || container === undefined) throw new Error(`${name} has no container`);
  const config = loadConfig(files["toolcourt.yaml"] ?? "", { file: name, environment: secrets });
  return { all, deployment, files, pod, container, config };
}

const secrets = { TOOLCOURT__TELEMETRY__METRICS__TOKEN_SHA256: "ab".repeat(32) };

/** Lays an overlay's files out as its volumes do: configuration through links, secrets beside it. */
async function layOut(machine: Machine, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await machine.folder.write(`etc/toolcourt/..data/${name}`, machine.mapped(text));
    await symlink(`..data/${name}`, join(machine.folder.path, "etc/toolcourt", name));
  }
  const place = join(machine.folder.path, "etc/toolcourt/keys.yaml");
  await writeFile(place, await machine.folder.read("secrets/keys.yaml"));
  await mkdir(join(machine.folder.path, "var/lib/toolcourt"), { recursive: true });
}

async function serve(machine: Machine, args: readonly string[], key: string) {
  return serveOnce({
    command: join(root, "packages/toolcourt/bin/toolcourt.js"),
    args: args.map(machine.mapped),
    cwd: join(machine.folder.path, "var/lib/toolcourt"),
    env: {
      PATH: env["PATH"],
      ...parseEnv(await machine.folder.read("secrets/toolcourt.env")),
      TOOLCOURT__SERVER__PORT: "0",
      TOOLCOURT__SERVER__PROBES__PORT: "0",
      TOOLCOURT__TELEMETRY__METRICS__PORT: "0",
      TOOLCOURT__SERVER__DRAIN__DELAY: "PT0.1S",
      // The name of the service leads nowhere here.
      TOOLCOURT__SERVER__AUTH__RESOURCE: "http://127.0.0.1:7420/mcp",
    },
    key,
  });
}

/** Makes the secrets as the page says, and returns the caller's key. */
async function makeSecrets(machine: Machine): Promise<string> {
  const printed = await machine.run(await commandsOf(page, "2. "), machine.folder.path);
  return /tck_\w+/.exec(printed)?.[0] ?? "";
}

const missing = "missing" in found ? found.missing : undefined;
const names = ["one", "many"] as const;
const overlays = { one: overlayOf("one"), many: overlayOf("many") };
// Without the program every test is skipped, and no test looks at these.
for (const each of Object.values(overlays)) each.catch(() => undefined);

describe.skipIf(missing !== undefined)(`the Kubernetes manifests (${missing ?? "there"})`, () => {
  it("fit the types of Kubernetes", { timeout: 60_000 }, async () => {
    const all = [...(await overlays.one).all, ...(await overlays.many).all];
    const mistyped = JSON.stringify(all).replace('"runAsNonRoot"', '"runAsNonRoots"');

    expect(await flawsOf(all)).toBe("");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has one flaw
    expect(await flawsOf(JSON.parse(mistyped) as Manifest[])).toContain("runAsNonRoots");
  });

  it.each(names)("of %s name what the configuration opens", async (name) => {
    const { container, config, all } = await overlays[name];
    const { listen, telemetry, auth } = config;
    const everywhere = { host: "0.0.0.0" };

    expect(listen).toMatchObject({ ...everywhere, probes: everywhere });
    expect(telemetry.metrics).toMatchObject(everywhere);
    expect(container.ports).toEqual([
      { name: "mcp", containerPort: listen.port },
      { name: "probes", containerPort: listen.probes?.port },
      { name: "metrics", containerPort: telemetry.metrics?.port },
    ]);
    expect(auth?.resource.href).toBe("http://toolcourt.toolcourt.svc:7420/mcp");
    expect(all.map(({ kind }) => kind)).toContain("Service");
    expect(all.filter(({ metadata }) => metadata.namespace !== "toolcourt")).toEqual([]);
  });

  it.each(names)("of %s wait for a stop as long as it may take", async (name) => {
    const { pod, container, config } = await overlays[name];
    const { delayMs, timeoutMs } = config.listen.drain;
    const probeMs = (container.readinessProbe?.periodSeconds ?? 0) * 1_000;

    // Stores may take five seconds.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan((delayMs + timeoutMs) / 1_000 + 5);
    expect(delayMs).toBeGreaterThan(2 * probeMs);
  });

  it.each(names)("of %s give every container the fewest rights", async (name) => {
    const { pod } = await overlays[name];
    const containers = [...pod.containers, ...(pod.initContainers ?? [])];

    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532 });
    expect(pod.automountServiceAccountToken).toBe(false);
    for (const { securityContext, image, resources } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(image).toBe("registry.example.com/toolcourt:0.1.0");
      expect(resources?.limits).toHaveProperty("memory");
    }
  });

  it("of many scale, and those of one do not", async () => {
    const kinds = async (name: (typeof names)[number]): Promise<readonly string[]> =>
      (await overlays[name]).all.map(({ kind }) => kind).toSorted();
    const shared = [
      "ConfigMap",
      "ConfigMap",
      "Deployment",
      "NetworkPolicy",
      "Service",
      "ServiceAccount",
    ];

    expect(await kinds("one")).toEqual([...shared, "PersistentVolumeClaim"].toSorted());
    expect(await kinds("many")).toEqual(
      [...shared, "HorizontalPodAutoscaler", "PodDisruptionBudget"].toSorted(),
    );
    expect((await overlays.one).deployment.spec).toMatchObject({
      replicas: 1,
      strategy: { type: "Recreate" },
    });
    expect((await overlays.many).deployment.spec?.replicas).toBeUndefined();
  });

  it("of one serve, with the secrets of the page", { timeout: 60_000 }, async () => {
    await using machine = await openMachine(["kubectl"]);
    const { files, container } = await overlays.one;
    const key = await makeSecrets(machine);
    await layOut(machine, files);
    const served = await serve(machine, container.args ?? [], key);

    expect(mustHaveServed("one", served)).toContain("one call answered");
    expect(await machine.folder.files()).toContain("var/lib/toolcourt/state.db");
  });
});

const absent = missing ?? postgres.missing ?? redis.missing;

describe.skipIf(absent !== undefined)(`several replicas (${absent ?? "there"})`, () => {
  it("serve with the shared keys and stores of the page", { timeout: 90_000 }, async () => {
    await using machine = await openMachine(["kubectl"]);
    const { files, container, pod } = await overlays.many;
    const key = await makeSecrets(machine);
    await symlink(join(root, "node_modules"), join(machine.folder.path, "node_modules"));
    const [shared = ""] = (await commandsOf(page, "Several replicas")).split("kubectl create");
    const stores = shared
      .replace(/postgres:\/\/[^"]*/, await postgres.database())
      .replace(/redis:\/\/[^"]*/, redis.url);
    await machine.run(stores, machine.folder.path);
    await layOut(machine, files);
    await copyKeys(machine, pod.initContainers?.[0]?.command ?? []);
    const before = await machine.folder.read("secrets/audit.key");
    const served = await serve(machine, container.args ?? [], key);

    expect(mustHaveServed("many", served)).toContain("one call answered");
    expect(await machine.folder.read("var/lib/toolcourt/audit.key")).toBe(before);
    expect(await machine.folder.files()).not.toContain("var/lib/toolcourt/state.db");
  });
});

/** Runs the init container over keys that their group can read, as those of a secret. */
async function copyKeys(machine: Machine, command: readonly string[]): Promise<void> {
  const [node, ...args] = command;
  expect(node).toBe("/usr/local/bin/node");
  const keys = join(machine.folder.path, "secrets");
  for (const name of ["audit.key", "approvals.key"]) await chmod(join(keys, name), 0o440);
  const program = args.map((arg) => machine.mapped(arg).replace("/run/keys", keys));
  await runProgram({ command: execPath, args: program });
  const { mode } = await stat(join(machine.folder.path, "var/lib/toolcourt/audit.key"));
  expect(mode & 0o777).toBe(0o600);
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env, platform } from "node:process";
import { parseEnv } from "node:util";
import { findPrometheus } from "@toolcourt/testing/services/find-prometheus";
import { installOnce } from "@toolcourt/testing/services/install-once";
import { runProgram } from "@toolcourt/testing/services/run-program";
import { unpackDebian } from "@toolcourt/testing/services/unpack-debian";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { Ajv2019 } from "ajv/dist/2019.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { commandsOf, type Machine, openMachine, root } from "../../scripts/deploy/page.ts";
import { mustHaveServed, serveOnce } from "../../scripts/deploy/served.ts";

const folder = join(root, "deploy/compose");
const text = await readFile(join(folder, "compose.yaml"), "utf8");
const page = "compose.md";
const [postgres, redis] = [await usePostgres(), await useRedis()];
const prometheus = await findPrometheus();

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: object;
  readonly secrets?: readonly string[];
}
interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test compares it with the schema
const compose = parse(text) as ComposeFile;
const services = Object.entries(compose.services).map(([name, service]) => ({ name, ...service }));

/** Returns the schema that Debian's docker-compose has, or why there is none. */
async function findSchema(): Promise<object | string> {
  if (platform !== "linux") return `Debian's package does not run on ${platform}.`;
  try {
    const place = await installOnce("docker-compose-debian", (into) =>
      unpackDebian(into, { wanted: ["docker-compose"], libraries: [] }),
    );
    const file = "usr/lib/python3/dist-packages/compose/config/compose_spec.json";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is an object
    return JSON.parse(await readFile(join(place, file), "utf8"), withoutIds) as object;
  } catch (error) {
    // A CI build that skips proves nothing.
    if (env["CI"] !== undefined) throw error;
    return String(error);
  }
}

/** Leaves out `$schema` and `id`, which are of no version that a validator knows. */
function withoutIds(key: string, value: unknown): unknown {
  return key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value;
}

const schema = await findSchema();

describe.skipIf(typeof schema === "string")("the schema of Compose", () => {
  it("accepts the file, and no key that it does not know", () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    const validate = ajv.compile(typeof schema === "string" ? {} : schema);

    expect([validate(parse(text)), validate.errors]).toEqual([true, null]);
    expect(validate(parse(text.replace("read_only:", "readonly:")))).toBe(false);
  });
});

describe("the Compose file", () => {
  it("has a fixed version and a health check for each service", () => {
    const names = ["grafana", "postgres", "prometheus", "redis", "toolcourt"];

    expect(services.map(({ name }) => name).toSorted()).toEqual(names);
    expect(services.filter(({ image }) => !/:v?\d+\.\d+(?:\.\d+)?$/.test(image))).toEqual([]);
    expect(services.filter(({ healthcheck }) => healthcheck === undefined)).toEqual([]);
  });

  it("has no password, and gives each secret as a file", () => {
    const variables = services.flatMap(({ environment = {} }) => Object.entries(environment));
    const used = services.flatMap(({ secrets = [] }) => secrets);

    expect(variables.filter(([name]) => /PASSWORD|TOKEN|SECRET/.test(name))).toHaveLength(2);
    for (const [name, value] of variables.filter(([each]) => /PASSWORD|TOKEN|SECRET/.test(each))) {
      expect([name, value]).toEqual([
        expect.stringMatching(/_FILE$/),
        expect.stringMatching(/^\/run\/secrets\//),
      ]);
    }
    expect(used.toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
  });

  it("opens ports on loopback only", () => {
    const ports = services.flatMap((service) => service.ports ?? []);

    expect(ports).toEqual(["127.0.0.1:7420:7420", "127.0.0.1:3000:3000"]);
  });

  it("mounts files that exist", async () => {
    const mounted = services
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith("."))
      .map((volume) => join(folder, volume.split(":")[0] ?? ""));

    expect(mounted.length).toBeGreaterThan(5);
    await runProgram({ command: "ls", args: ["-d", ...mounted] });
  });
});

/** Makes the secrets as the page says, and returns the caller's key. */
async function makeSecrets(machine: Machine): Promise<string> {
  const printed = await machine.run(await commandsOf(page, "2. "), machine.folder.path);
  const made = (await machine.folder.files()).filter((file) => file.startsWith("secrets/"));
  const wanted = Object.values(compose.secrets).map(({ file }) => file.replace("./", ""));
  expect(made).toEqual(wanted.toSorted());
  return /tck_\w+/.exec(printed)?.[0] ?? "";
}

describe.skipIf(prometheus.missing !== undefined)("Prometheus of the Compose file", () => {
  it("accepts its configuration, with the token of the page", async () => {
    await using machine = await openMachine();
    await makeSecrets(machine);
    const config = await readFile(join(folder, "prometheus.yml"), "utf8");
    const secrets = join(machine.folder.path, "secrets");
    await machine.folder.write("prometheus.yml", config.replace("/run/secrets", secrets));
    await machine.folder.write(
      "rules.yml",
      await readFile(join(folder, "../prometheus/rules.yml"), "utf8"),
    );
    const command = prometheus.missing === undefined ? prometheus.promtool : "";
    const args = ["check", "config", join(machine.folder.path, "prometheus.yml")];

    await expect(runProgram({ command, args })).resolves.toContain("20 rules found");
  });
});

const absent = postgres.missing ?? redis.missing;

describe.skipIf(absent !== undefined)(
  `the gateway of the Compose file (${absent ?? "there"})`,
  () => {
    it("serves with the secrets of the page", { timeout: 90_000 }, async () => {
      await using machine = await openMachine();
      const key = await makeSecrets(machine);
      const inside = (value: string): string =>
        machine.mapped(value).replaceAll("/run/secrets", join(machine.folder.path, "secrets"));
      for (const name of ["toolcourt.yaml", "policy.yaml"]) {
        await machine.folder.write(
          `etc/toolcourt/${name}`,
          inside(await readFile(join(folder, name), "utf8")),
        );
      }
      await machine.folder.write("var/lib/toolcourt/.keep", "");
      const served = await serveOnce({
        command: join(root, "packages/toolcourt/bin/toolcourt.js"),
        args: (compose.services["toolcourt"]?.command ?? []).map(inside),
        env: {
          PATH: env["PATH"],
          ...parseEnv(await machine.folder.read("secrets/toolcourt.env")),
          TOOLCOURT__STORES__URL: await postgres.database(),
          TOOLCOURT__STORES__REDIS: redis.url,
          TOOLCOURT__SERVER__PORT: "0",
          TOOLCOURT__SERVER__PROBES__PORT: "0",
          TOOLCOURT__TELEMETRY__METRICS__PORT: "0",
          TOOLCOURT__SERVER__AUTH__RESOURCE: "http://127.0.0.1:7420/mcp",
        },
        key,
      });

      expect(mustHaveServed("compose", served)).toContain("one call answered");
    });
  },
);

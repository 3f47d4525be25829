import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/gateway/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/gateway/src/testing/folder.ts";
import { openIssuer, resource } from "../../packages/gateway/src/testing/issuer.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { createCanaries } from "./canaries.ts";
import { type EchoServer, openEchoServer } from "./echo-server.ts";

/** Where a child of the gateway finds what it was given. */
const child = resolve(import.meta.dirname, "programs/echo-child.ts");

/** A gateway in a process of its own that holds a credential of every kind. */
export interface Court extends AsyncDisposable {
  readonly folder: Folder;
  readonly gateway: GatewayProcess;
  readonly echo: EchoServer;
  readonly canaries: ReturnType<typeof createCanaries>;
  /** What callers show: a key that was given out, a token of an issuer, and one that nobody gave out. */
  readonly bearers: Readonly<Record<"key" | "token" | "wrong", string>>;
  readonly metrics: URL;
}

/** The names of credentials that servers are given, and so may have. */
export const ofServers = ["password of a server", "key in the address of a server"];
export const ofChild = "environment of a child";

const policy = `version: 1
statements:
  - { id: everybody, effect: allow, tools: ["*/*"] }
...
`;

export async function openCanaryCourt(seed: number): Promise<Court> {
  await using stack = new AsyncDisposableStack();
  const canaries = createCanaries(seed);
  const echo = stack.use(await openEchoServer());
  const issuer = stack.use(await openIssuer(systemClock));
  const url = new URL(echo.url);
  url.username = "ada";
  url.password = canaries.make("password of a server");
  url.searchParams.set("key", canaries.make("key in the address of a server"));
  const env = { CANARY_OF_CHILD: canaries.make(ofChild) };
  const key = canaries.make("key of a caller", "tck_");
  const token = await issuer.tokenFor("grace");
  canaries.add("token of a caller", token.split(".").at(-1) ?? "");
  const wrong = canaries.make("key that nobody gave out", "tck_");
  const folder = stack.use(await openFolder({ "policy.yaml": policy }));
  const [login] = issuer.trust.trusted;
  const metricsPort = 20_000 + (seed % 20_000);
  const config = {
    policy: { file: "policy.yaml" },
    audit: { copy: "audit-copy.log" },
    telemetry: { metrics: { port: metricsPort } },
    server: {
      auth: {
        resource: resource.href,
        keys: [{ name: "ci", sha256: createHash("sha256").update(key).digest("hex") }],
        issuers: [
          { name: "login", issuer: login?.issuer ?? "", jwks_url: login?.jwksUrl.href ?? "" },
        ],
      },
    },
    toolbox: {
      local: ["workspace"],
      tools: localTools,
      mcps: [serverEntry("echo", url.href), childEntry],
    },
  };
  await folder.write("toolcourt.yaml", JSON.stringify(config));
  const gateway = stack.use(await startGateway({ folder: folder.path, env }));
  const keyOf = (file: string): string =>
    readFileSync(join(folder.path, ".toolcourt", file), "utf8")
      .trim()
      .slice(-40);
  canaries.add("key of approvals", keyOf("approvals.key"));
  canaries.add("key of the audit log", keyOf("audit.key"));
  const owned = stack.move();
  return {
    folder,
    gateway,
    echo,
    canaries,
    bearers: { key, token, wrong },
    metrics: new URL(`http://127.0.0.1:${metricsPort}/metrics`),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const localTools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));

const childEntry: JsonObject = {
  name: "child",
  transport: "stdio",
  command: execPath,
  args: ["--conditions=@toolcourt/source", child],
  env: { ECHO_TOKEN: "${CANARY_OF_CHILD}" },
  mode: "dynamic",
  default_tool_config: {},
};

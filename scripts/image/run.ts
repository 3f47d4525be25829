import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { findDebian } from "../../packages/testing/src/services/find-debian.ts";
import { runProgram } from "../../packages/testing/src/services/run-program.ts";
import { mustHaveServed, servedConfig, serveOnce } from "../deploy/served.ts";
import { entrypoint, stateFolder, user } from "./layout.ts";

const inspected = z.object({
  Digest: z.string(),
  Os: z.literal("linux"),
  Labels: z.record(z.string(), z.string()),
  Layers: z.array(z.string()).length(1),
});

/** A server as an image on top brings it. It is required, so a start without it fails. */
const withServer = `toolbox:
  mcps:
    - { name: own, transport: stdio, command: /usr/local/bin/node, args: [server.mjs], mode: dynamic, default_tool_config: {} }`;

const stdioServer = `import { createInterface } from "node:readline";
const results = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "own", version: "1.0.0" },
  },
  "tools/list": { tools: [] },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const answer = method in results
    ? { result: results[method] }
    : { error: { code: -32601, message: "unknown" } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}
`;

/**
 * Inspects an image with skopeo, unpacks it with umoci, and serves a call from it: without root,
 * with a root that cannot be written, and one folder for state.
 */
export async function runImage(
  layout: string,
  { version, digest }: { readonly version: string; readonly digest: string },
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "toolcourt-image-"));
  try {
    const seen = await inspect(layout, version);
    if (seen.Digest !== digest) throw new Error(`skopeo sees ${seen.Digest}, not ${digest}`);
    if (seen.Labels["org.opencontainers.image.version"] !== version) {
      throw new Error("the image does not name its version");
    }
    const root = await unpack(layout, version, folder);
    const state = join(folder, "state");
    mkdirSync(state);
    writeFileSync(join(state, "toolcourt.yaml"), servedConfig.replace("toolbox:", withServer));
    writeFileSync(join(state, "server.mjs"), stdioServer);
    const served = await serveOnce(await bubble(root, state));
    const refused = await serveOnce(await bubble(root, state, "--ro-bind")).then(
      () => "served",
      (error: unknown) => String(error),
    );
    if (refused === "served" || !/state\.db|store|written/i.test(refused)) {
      throw new Error(`without a folder for state the image must refuse to start: ${refused}`);
    }
    return [
      `ok   skopeo inspect: ${Object.keys(seen.Labels).length} labels, one layer`,
      mustHaveServed(`bubblewrap, uid ${user}, read-only root, a stdio server`, served),
      `ok   state is in the volume: ${readdirSync(state, { recursive: true }).join(", ")}`,
      "ok   a volume that cannot be written is refused at the start",
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inspect(layout: string, version: string): Promise<z.infer<typeof inspected>> {
  const skopeo = await findDebian({
    program: "skopeo",
    package: "skopeo",
    libraries: [
      "libgpgme11",
      "libassuan0",
      "libdevmapper1.02.1",
      "golang-github-containers-common",
    ],
  });
  const args = ["inspect", `oci:${layout}:${version}`];
  return inspected.parse(JSON.parse(await runProgram({ ...skopeo, args })));
}

async function unpack(layout: string, version: string, folder: string): Promise<string> {
  const umoci = await findDebian({ program: "umoci", package: "umoci" });
  const bundle = join(folder, "bundle");
  const args = ["unpack", "--rootless", "--image", `${layout}:${version}`, bundle];
  await runProgram({ ...umoci, args });
  return join(bundle, "rootfs");
}

/** Returns the command line of a container. The network is the machine's, for the call. */
async function bubble(
  root: string,
  state: string,
  bind = "--bind",
): Promise<Parameters<typeof serveOnce>[0]> {
  const bwrap = await findDebian({ program: "bwrap", package: "bubblewrap" });
  const separate = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"];
  const who = ["--uid", String(user), "--gid", String(user), "--cap-drop", "ALL"];
  const mounts = ["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"];
  const place = [bind, state, stateFolder, "--chdir", stateFolder];
  const inside = ["--clearenv", "--setenv", "PATH", "/usr/local/bin", "--die-with-parent"];
  const args = [...separate, ...who, ...mounts, ...place, ...inside, "--", ...entrypoint, "serve"];
  return { ...bwrap, args };
}

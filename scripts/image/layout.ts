import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What an image is made of, apart from its files. */
export interface ImageFacts {
  readonly architecture: "amd64" | "arm64";
  readonly version: string;
  /** Seconds since 1970, for everything in the image. */
  readonly created: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** The user of the image. It has no entry in the files of a host. */
export const user = 65_532;

/** Where state lies, and the only folder that is written. */
export const stateFolder = "/var/lib/toolcourt";

const node = "/usr/local/bin/node";
const command = "/opt/toolcourt/node_modules/toolcourt/bin/toolcourt.js";

/** How a container starts. Secrets are read from a file, if there is one. */
export const entrypoint = [node, "--env-file-if-exists=/run/secrets/toolcourt.env", command];

/** How a container's health is asked for. The unit is nanoseconds. */
const healthcheck = {
  Test: ["CMD", node, "/opt/toolcourt/healthcheck.js"],
  Interval: 10_000_000_000,
  Timeout: 5_000_000_000,
  StartPeriod: 30_000_000_000,
  Retries: 3,
};

export interface Written {
  /** The digest of the manifest, by which an image is pinned. */
  readonly digest: string;
  readonly layerBytes: number;
}

/** Writes an OCI image layout with one layer into an empty folder. */
export function writeLayout(folder: string, layer: Buffer, facts: ImageFacts): Written {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "blobs/sha256"), { recursive: true });
  const packed = gzipSync(layer, { level: 6 });
  const config = Buffer.from(JSON.stringify(configOf(facts, digestOf(layer))));
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.manifest.v1+json",
      config: described(config, "application/vnd.oci.image.config.v1+json"),
      layers: [described(packed, "application/vnd.oci.image.layer.v1.tar+gzip")],
      annotations: facts.labels,
    }),
  );
  for (const blob of [packed, config, manifest]) {
    writeFileSync(join(folder, "blobs", digestOf(blob).replace(":", "/")), blob);
  }
  const index = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [
      {
        ...described(manifest, "application/vnd.oci.image.manifest.v1+json"),
        platform: { architecture: facts.architecture, os: "linux" },
        annotations: { "org.opencontainers.image.ref.name": facts.version },
      },
    ],
  };
  writeFileSync(join(folder, "index.json"), JSON.stringify(index));
  writeFileSync(join(folder, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  return { digest: digestOf(manifest), layerBytes: packed.length };
}

function configOf(facts: ImageFacts, layer: string): object {
  const created = new Date(facts.created * 1000).toISOString();
  return {
    created,
    architecture: facts.architecture,
    os: "linux",
    config: {
      User: `${user}:${user}`,
      ExposedPorts: { "7420/tcp": {}, "7421/tcp": {} },
      Env: ["PATH=/usr/local/bin", "NODE_ENV=production"],
      Entrypoint: entrypoint,
      Cmd: ["serve"],
      Volumes: { [stateFolder]: {} },
      WorkingDir: stateFolder,
      Labels: facts.labels,
      StopSignal: "SIGTERM",
      // Not in the specification; Docker and BuildKit read and write it here.
      Healthcheck: healthcheck,
    },
    rootfs: { type: "layers", diff_ids: [layer] },
    history: [{ created, created_by: "npm run image" }],
  };
}

function described(blob: Buffer, mediaType: string): object {
  return { mediaType, digest: digestOf(blob), size: blob.length };
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

import { execPath } from "node:process";
import { toolcourt } from "./open-gateway.ts";

export const entrances = ["http", "stdio"] as const;
export const eras = ["modern", "legacy"] as const;

/** One entrance and era of the gateway. */
export interface Way {
  readonly entrance: (typeof entrances)[number];
  readonly era: (typeof eras)[number];
}

export const ways: readonly Way[] = entrances.flatMap((entrance) =>
  eras.map((era) => ({ entrance, era })),
);

/** The gateway's location, for an HTTP client and for one that starts it. */
export interface Place {
  readonly url: URL;
  readonly folder: string;
  /** Folder of Node's compile cache, shared between gateways. */
  readonly compiled: string;
}

/** A gateway started for one request must start its servers first. */
const patience = ["--connect-timeout", "60000"];

/** Returns the arguments of the Inspector's command for this way. */
export function cliTarget(
  { entrance, era }: Way,
  { url, folder, compiled }: Place,
): readonly string[] {
  const target =
    entrance === "http"
      ? [url.href, "--transport", "http"]
      : [
          execPath,
          toolcourt,
          "serve",
          "--stdio",
          "--transport",
          "stdio",
          ...given(compiled),
          "--cwd",
          folder,
        ];
  return [...target, "--protocol-era", era, ...patience];
}

/** Returns the arguments of `mcpdo` for this way, under a name of its own. */
export function mcpdoTarget(
  { entrance, era }: Way,
  { url, folder, compiled }: Place,
): readonly string[] {
  const named = ["--era", era, "--connection", connectionOf({ entrance, era }), ...patience];
  return entrance === "http"
    ? [url.href, "--transport", "http", ...named]
    : [
        "--transport",
        "stdio",
        ...given(compiled),
        "--cwd",
        folder,
        ...named,
        "--",
        execPath,
        toolcourt,
        "serve",
        "--stdio",
      ];
}

/**
 * Returns the environment that a client passes to a gateway it starts, besides its own defaults.
 */
function given(compiled: string): readonly string[] {
  return ["-e", `NODE_COMPILE_CACHE=${compiled}`];
}

export function connectionOf({ entrance, era }: Way): string {
  return `${entrance}-${era}`;
}

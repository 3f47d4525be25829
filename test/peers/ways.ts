import { execPath } from "node:process";
import { toolcourt } from "./open-gateway.ts";

export const entrances = ["http", "stdio"] as const;
export const eras = ["modern", "legacy"] as const;

/** One of the ways into the gateway. */
export interface Way {
  readonly entrance: (typeof entrances)[number];
  readonly era: (typeof eras)[number];
}

export const ways: readonly Way[] = entrances.flatMap((entrance) =>
  eras.map((era) => ({ entrance, era })),
);

/** Where the gateway is, for a client that comes over HTTP and for one that starts it. */
export interface Place {
  readonly url: URL;
  readonly folder: string;
  /** Where Node keeps what it compiled for one gateway, for the next. */
  readonly compiled: string;
}

/** A gateway that is started for one question starts its servers first. */
const patience = ["--connect-timeout", "60000"];

/** How the Inspector's command is told to go this way. */
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

/** How `mcpdo` is told to go this way, under a name of its own. */
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

/** What a client gives to a gateway that it starts, besides the few names that it chooses itself. */
function given(compiled: string): readonly string[] {
  return ["-e", `NODE_COMPILE_CACHE=${compiled}`];
}

export function connectionOf({ entrance, era }: Way): string {
  return `${entrance}-${era}`;
}

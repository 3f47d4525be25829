import type { Terminal } from "../../command.ts";

/** What a gateway serves beside its first path. */
export interface ServedPaths {
  readonly endpoints?: readonly { readonly path: string }[] | undefined;
  readonly hasConsole: boolean;
}

/** Tells where the gateway listens. The first line names the URL alone: scripts read it. */
export function tellPaths(
  { href, pathname }: URL,
  { endpoints = [], hasConsole }: ServedPaths,
  terminal: Pick<Terminal, "out">,
): void {
  terminal.out(`Toolcourt listens on ${href}`);
  const paths = [...endpoints.map(({ path }) => path), ...(hasConsole ? ["/console/"] : [])];
  const others = paths.filter((path) => path !== pathname);
  if (others.length > 0) terminal.out(`and on ${others.join(", ")}`);
}

import type { Terminal } from "../../command.ts";

/** Tells where the gateway listens. The first line names the URL alone: scripts read it. */
export function tellPaths(
  { href, pathname }: URL,
  { endpoints = [] }: { readonly endpoints?: readonly { readonly path: string }[] | undefined },
  terminal: Pick<Terminal, "out">,
): void {
  terminal.out(`Toolcourt listens on ${href}`);
  const others = endpoints.map(({ path }) => path).filter((path) => path !== pathname);
  if (others.length > 0) terminal.out(`and on ${others.join(", ")}`);
}

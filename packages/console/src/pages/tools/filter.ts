import { type ToolState, toolStates } from "./shapes.ts";

/** The filters of the list, as the address has them. */
export interface ToolFilter {
  readonly q: string;
  readonly server: string;
  readonly state: ToolState | "";
  /** Null on the first page. */
  readonly cursor: string | null;
}

export function filterIn(query: URLSearchParams): ToolFilter {
  const wanted = query.get("state");
  return {
    q: query.get("q") ?? "",
    server: query.get("server") ?? "",
    state: toolStates.find((state) => state === wanted) ?? "",
    cursor: query.get("cursor"),
  };
}

/** Returns the address of the first page with these filters. */
export function pathOf({ q, server, state }: Omit<ToolFilter, "cursor">): string {
  return withQuery("/tools", { q, server, state });
}

/** Returns what the API is asked. */
export function questionOf({ q, server, state, cursor }: ToolFilter): string {
  return withQuery("tools", { q, server, state, cursor: cursor ?? "" });
}

function withQuery(path: string, values: Readonly<Record<string, string>>): string {
  const said = Object.entries(values).filter(([, value]) => value !== "");
  const query = new URLSearchParams(said).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** Returns the address of a tool, or of what lies below it. */
export function toolPath(
  { server, name }: { readonly server: string; readonly name: string },
  below = "",
): string {
  return `/tools/${encodeURIComponent(server)}/${encodeURIComponent(name)}${below}`;
}

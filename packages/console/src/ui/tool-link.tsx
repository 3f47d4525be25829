import type { JSX } from "preact";
import { href } from "../router.ts";
import { useWorkspace } from "../workspace.ts";
import { Foreign } from "./foreign.tsx";

export interface ToolLinkProps {
  readonly server: string;
  /** The name that callers use. The list knows the one at the server. */
  readonly tool: string;
}

/** The longest search that the gateway takes. */
const maxSearch = 200;

/** Shows the name of a tool. It leads to the tool in its list, if the principal may read tools. */
export function ToolLink({ server, tool }: ToolLinkProps): JSX.Element {
  const { may } = useWorkspace();
  const shown = <Foreign text={tool} />;
  if (!may("tools:read")) return shown;
  const query = new URLSearchParams({ server, q: tool.slice(0, maxSearch).toWellFormed() });
  return <a href={href(`/tools?${query.toString()}`)}>{shown}</a>;
}

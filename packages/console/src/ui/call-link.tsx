import type { JSX } from "preact";
import { href } from "../router.ts";
import { useWorkspace } from "../workspace.ts";
import { Foreign } from "./foreign.tsx";

/** Shows the id of a call. It is a link if the principal may read calls. */
export function CallLink({ id }: { readonly id: string }): JSX.Element {
  const { may } = useWorkspace();
  const shown = <Foreign text={id} />;
  if (!may("calls:read")) return shown;
  return (
    <a class="own-target" href={href(`/calls/${encodeURIComponent(id)}`)}>
      {shown}
    </a>
  );
}

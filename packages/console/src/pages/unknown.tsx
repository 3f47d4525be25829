import type { JSX } from "preact";
import { href } from "../router.ts";
import { Command } from "../ui/command.tsx";
import { words } from "../words.ts";
import { useWorkspace } from "../workspace.ts";

export function UnknownPage(): JSX.Element {
  return (
    <>
      <h1 tabIndex={-1}>{words.unknownPage.title}</h1>
      <p>{words.unknownPage.sentence}</p>
      <p>
        <a class="button" href={href("/")}>
          {words.unknownPage.back}
        </a>
      </p>
    </>
  );
}

/** Shown in place of a page whose permission is missing. It asks the gateway nothing. */
export function MissingPage({ permission }: { readonly permission: string }): JSX.Element {
  const { roles } = useWorkspace().me;
  const [role = "reviewer"] = roles;
  return (
    <>
      <h1 tabIndex={-1}>{words.missing.title}</h1>
      <p>{words.missing.sentence(permission)}</p>
      <p>{roles.length === 0 ? words.missing.noRoles : words.missing.who}</p>
      <p>
        <Command line={`roles: { ${role}: ["${permission}"] }`} />
      </p>
      {roles.length > 0 && (
        <p class="muted">
          {words.missing.roles}: {roles.join(", ")}. {words.missing.asked}
        </p>
      )}
    </>
  );
}

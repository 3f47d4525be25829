import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { createLoader } from "../api/loaded.ts";
import { me as readMe } from "../api/shapes.ts";
import { pageAt } from "../pages/page-at.tsx";
import { SignIn } from "../pages/sign-in.tsx";
import { Problem } from "../ui/problem.tsx";
import { words } from "../words.ts";
import { type Base, openWorkspace, type Workspace, WorkspaceContext } from "../workspace.ts";
import { Shell } from "./shell.tsx";

/** The whole console: the sign-in, or the shell around one page. */
export function App({ base }: { readonly base: Base }): JSX.Element {
  const { kind } = base.session.state.value;
  if (kind === "in") return <SignedIn base={base} />;
  return <SignIn session={base.session} login={base.login} />;
}

/** Asks who is signed in before it opens anything else. */
function SignedIn({ base }: { readonly base: Base }): JSX.Element {
  const workspace = useSignal<Workspace | undefined>(undefined);
  const failure = useSignal<JSX.Element | undefined>(undefined);
  useEffect(() => {
    const { api, clock } = base;
    const loader = createLoader(clock, (signal) => api.get("me", { read: readMe, signal }));
    const end = loader.loaded.subscribe(({ value, failure: failed }) => {
      failure.value = failed && <Problem failure={failed} onRetry={loader.reload} />;
      if (value !== undefined) workspace.value ??= openWorkspace(base, value);
    });
    loader.reload();
    return () => {
      end();
      loader.stop();
      workspace.value?.stop();
    };
  }, [base]);

  if (workspace.value === undefined) {
    return (
      <main class="plain" aria-busy={failure.value === undefined}>
        <h1>{words.product}</h1>
        {failure.value ?? <p>{words.loading}</p>}
      </main>
    );
  }
  return (
    <WorkspaceContext.Provider value={workspace.value}>
      <Shell page={pageAt(base.router.place.value)} />
    </WorkspaceContext.Provider>
  );
}

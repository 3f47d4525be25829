import { sections } from "../pages/sections.tsx";
import { schemes } from "../preferences.ts";
import { words } from "../words.ts";
import { useWorkspace } from "../workspace.ts";

export interface PaletteCommand {
  /** Part of an element's id. */
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

/** Returns the commands that make sense now. */
export function useCommands(): readonly PaletteCommand[] {
  const { router, preferences, session, dialog } = useWorkspace();
  return [
    ...sections.map(({ path, title }) => ({
      id: `page-${title}`,
      label: words.palette.goTo(title),
      run: () => router.go(path),
    })),
    {
      id: "page-connect",
      label: words.palette.goTo(words.nav.connect),
      run: () => router.go("/settings/connect"),
    },
    ...schemes.map((scheme) => ({
      id: `scheme-${scheme}`,
      label: words.palette.colors(words.scheme[scheme]),
      run: () => {
        preferences.scheme.value = scheme;
      },
    })),
    { id: "help", label: words.palette.help, run: () => (dialog.value = "help") },
    { id: "leave", label: words.user.signOut, run: () => void session.signOut() },
  ];
}

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Page } from "../pages/page-at.tsx";
import { lackedFor } from "../pages/section.ts";
import { MissingPage } from "../pages/unknown.tsx";
import { words } from "../words.ts";
import { useWorkspace } from "../workspace.ts";
import { Bar } from "./bar.tsx";
import { Help } from "./help.tsx";
import { listenToKeys } from "./keys.ts";
import { Navigation } from "./navigation.tsx";
import { Palette } from "./palette.tsx";

/** The frame around each page: navigation, live state, keys and dialogs. */
export function Shell({ page }: { readonly page: Page }): JSX.Element {
  const { may, dialog, preferences } = useWorkspace();
  const main = useFocusOnChange(page);
  useEffect(
    () => listenToKeys(document, { dialog, areLettersOn: () => preferences.letters.value }),
    [dialog, preferences],
  );
  const close = (): void => {
    dialog.value = undefined;
  };
  const lacked = lackedFor(page, may);
  return (
    <div class="shell">
      <a class="skip" href="#page">
        {words.skip}
      </a>
      <Bar />
      <Navigation current={page.entry} />
      <main id="page" ref={main}>
        {lacked === undefined ? page.content : <MissingPage permission={lacked} />}
      </main>
      <Announcement />
      {dialog.value === "palette" && <Palette onClose={close} />}
      {dialog.value === "help" && <Help onClose={close} />}
    </div>
  );
}

/** Moves the focus to the heading of a new page, where a screen reader goes on. */
function useFocusOnChange({ title, entry }: Page): { current: HTMLElement | null } {
  const main = useRef<HTMLElement>(null);
  const { router, overview } = useWorkspace();
  const { path } = router.place.value;
  const first = useRef(true);
  const waiting = overview.loaded.value.value?.waiting.approvals ?? 0;
  useEffect(() => {
    const count = waiting > 0 ? `(${waiting}) ` : "";
    document.title = `${count}${title} · ${words.product}`;
  }, [title, entry, waiting]);
  useEffect(() => {
    if (!first.current) {
      main.current?.querySelector<HTMLElement>("h1")?.focus();
      window.scrollTo(0, 0);
    }
    first.current = false;
  }, [path]);
  return main;
}

/** Speaks only while nothing is typed. */
function Announcement(): JSX.Element {
  const { announcement } = useWorkspace();
  const isTyping = document.activeElement instanceof HTMLInputElement;
  return (
    <p class="unseen" role="status" aria-live="polite">
      {isTyping ? "" : announcement.value}
    </p>
  );
}

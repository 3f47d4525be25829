import type { Signal } from "@preact/signals";
import type { OpenDialog } from "../workspace.ts";

export interface KeyDeps {
  readonly dialog: Signal<OpenDialog>;
  readonly areLettersOn: () => boolean;
}

/** Listens to the keys of every page. Returns a function that ends it. */
export function listenToKeys(page: Document, { dialog, areLettersOn }: KeyDeps): () => void {
  const letters: ReadonlyMap<string, () => void> = new Map([
    ["?", () => (dialog.value = "help")],
    ["j", () => moveRow(page, 1)],
    ["k", () => moveRow(page, -1)],
    ["/", () => page.querySelector<HTMLElement>("[data-search]")?.focus()],
  ]);

  const openPalette = (): OpenDialog => (dialog.value = "palette");
  const mayAct = (target: EventTarget | null): boolean => areLettersOn() && !isTaken(page, target);

  const onKey = (event: KeyboardEvent): void => {
    const act = isCommandKey(event) ? openPalette : letters.get(plainKey(event));
    const isLetter = act !== openPalette;
    if (act === undefined || (isLetter && !mayAct(event.target))) return;
    event.preventDefault();
    act();
  };
  page.addEventListener("keydown", onKey);
  return () => page.removeEventListener("keydown", onKey);
}

function isCommandKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey);
}

/** Empty for a key that is held with another one. */
function plainKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  return ctrlKey || metaKey || altKey ? "" : key;
}

/** Fields and dialogs keep their letters. */
function isTaken(page: Document, target: EventTarget | null): boolean {
  if (page.querySelector("dialog[open]") !== null) return true;
  return target instanceof Element && target.closest("input, select, textarea") !== null;
}

/** Moves the focus along the elements marked as rows. */
function moveRow(page: Document, by: 1 | -1): void {
  const rows = [...page.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.contains(page.activeElement));
  const next = at === -1 ? rows.at(by === 1 ? 0 : -1) : rows[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

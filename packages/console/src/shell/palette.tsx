import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Dialog } from "../ui/dialog.tsx";
import { Foreign } from "../ui/foreign.tsx";
import { words } from "../words.ts";
import { type PaletteCommand, useCommands } from "./commands.ts";

/** Finds a page or a command by its words. */
export function Palette({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const typed = useSignal("");
  const at = useSignal(0);
  const commands = useCommands();
  const found = matching(commands, typed.value);
  const chosen = found[Math.min(at.value, found.length - 1)];
  const run = (command: PaletteCommand | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      at.value = (Math.min(at.value, found.length - 1) + step + found.length) % found.length;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      // Of what is typed now: the list may be drawn later than the key is pressed.
      const now = matching(commands, typed.value);
      run(now[Math.min(at.value, now.length - 1)]);
    }
  };
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    typed.value = currentTarget.value;
    at.value = 0;
  };
  return (
    <Dialog title={words.palette.title} onClose={onClose}>
      <input
        class="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosen === undefined ? undefined : `command-${chosen.id}`}
        aria-label={words.palette.placeholder}
        placeholder={words.palette.placeholder}
        autoFocus
        onKeyDown={onKey}
        onInput={onInput}
      />
      <Choices found={found} chosen={chosen} onChoose={run} />
    </Dialog>
  );
}

interface ChoicesProps {
  readonly found: readonly PaletteCommand[];
  readonly chosen: PaletteCommand | undefined;
  readonly onChoose: (command: PaletteCommand) => void;
}

function Choices({ found, chosen, onChoose }: ChoicesProps): JSX.Element {
  return (
    <>
      <ul class="palette-list" id="palette-list" role="listbox" aria-label={words.palette.title}>
        {found.map((command) => (
          <li
            key={command.id}
            id={`command-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            onClick={() => onChoose(command)}
          >
            <Foreign text={command.label} />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{words.palette.none}</p>}
    </>
  );
}

/** Keeps the commands that have every word. */
function matching(commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] {
  const wanted = typed.toLowerCase().split(" ");
  return commands.filter(({ label }) => {
    const text = label.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

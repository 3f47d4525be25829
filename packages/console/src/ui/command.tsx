import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { words } from "../words.ts";
import { Foreign } from "./foreign.tsx";
import { Icon } from "./icons.tsx";

/** Shows a command to run in a terminal, with a button that copies it. */
export function Command({ line }: { readonly line: string }): JSX.Element {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(line);
    isCopied.value = true;
  };
  return (
    <span class="command">
      <code translate={false}>
        <Foreign text={line} />
      </code>
      <button
        type="button"
        class="quiet"
        onClick={() => void copy()}
        aria-label={`${words.copy}: ${line}`}
      >
        <Icon name={isCopied.value ? "check" : "copy"} />
        <span class="command-word">{isCopied.value ? words.copied : words.copy}</span>
      </button>
    </span>
  );
}

/** The line at the end of each page: the same without a browser. */
export function SameInTerminal({ line }: { readonly line: string }): JSX.Element {
  return (
    <aside class="terminal" aria-label={words.cli}>
      <span>{words.cli}</span>
      <Command line={line} />
    </aside>
  );
}

/** The next step of an error, as it runs in a project that has the package. */
export function NextStep({ command }: { readonly command: string }): JSX.Element {
  const line = command.startsWith("toolcourt ") ? `npx ${command}` : command;
  return (
    <p>
      {words.next}: <Command line={line} />
    </p>
  );
}

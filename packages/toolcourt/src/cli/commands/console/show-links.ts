import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type {
  ConsoleLink,
  LinkToConsole,
} from "@toolcourt/gateway/internal/compose/live/console-link";
import type { CommandContext } from "../../command.ts";

const nothing: Disposable = { [Symbol.dispose]: () => undefined };

/**
 * Prints a link that opens the console, and another one for each Enter until it is disposed of.
 * Throws if there is none.
 */
export async function showLinks(
  link: LinkToConsole,
  { terminal, onEnter }: Pick<CommandContext, "terminal" | "onEnter">,
): Promise<Disposable> {
  terminal.out(`Open ${urlIn(await link())}`);
  const isAsked = onEnter !== undefined;
  terminal.err(
    `The link works once, within 60 seconds.${isAsked ? " Enter makes another one; Ctrl-C ends." : ""}`,
  );
  const again = async (): Promise<void> => terminal.out(`Open ${urlIn(await link())}`);
  return (
    onEnter?.(() => {
      void again().catch(() => terminal.err("The gateway gives no link any more."));
    }) ?? nothing
  );
}

function urlIn(link: ConsoleLink): string {
  if (link.kind === "link") return link.url;
  throw new Refusal("console-unavailable", { because: link.because });
}

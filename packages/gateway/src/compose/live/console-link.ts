import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";

/** A link that opens the console once within a minute, or why there is none. */
export type ConsoleLink =
  | { readonly kind: "link"; readonly url: string }
  | { readonly kind: "none"; readonly because: "off" | "pipes" | "beyond" | "starting" };

/** Makes a link. Each one has a code of its own. */
export type LinkToConsole = () => ConsoleLink | Promise<ConsoleLink>;

/** Makes links to a console on this machine. Elsewhere a code opens nothing. */
export function linkTo(
  { origin, hostname }: URL,
  issueCode: (() => string) | undefined,
): LinkToConsole {
  return () => {
    if (issueCode === undefined) return { kind: "none", because: "off" };
    if (!isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"))) {
      return { kind: "none", because: "beyond" };
    }
    // The part after # is never in a request line, so no log has it.
    return { kind: "link", url: `${origin}/console/#${issueCode()}` };
  };
}

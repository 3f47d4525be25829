import { cutWords, type UpstreamWords } from "@toolcourt/contracts/internal/errors/quotation";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { serverWords } from "../upstreams/server-words.ts";
import type { Redactors } from "./redactors.ts";

export interface ForeignTextDeps {
  /** Whether what a tool's server wrote about an error is quoted. Default: never. */
  readonly mayQuote?: ((tool: RegisteredTool) => boolean) | undefined;
  /** Tells which servers' text stays out of the log. Default: none. */
  readonly isTerse?: ((tool: RegisteredTool) => boolean) | undefined;
}

/** What servers write about their errors, cleaned for each kind of reader. */
export interface ForeignText {
  /** Cleans a text for a quotation. Undefined if it may not be quoted. */
  readonly quote: (tool: RegisteredTool, text: string) => string | undefined;
  /** Finds what a server wrote about a fault. Each is undefined for a reader that may not see it. */
  readonly wordsIn: (error: unknown, tool: RegisteredTool) => Words;
}

export interface Words {
  readonly forLog?: UpstreamWords;
  readonly forCaller?: UpstreamWords;
}

/** Far more than is quoted, so that no secret is cut before it is found. */
const maxCleaned = 10_000;

export function foreignText(
  { mayQuote = () => false, isTerse = () => false }: ForeignTextDeps,
  hiding: Pick<Redactors, "inResult">,
): ForeignText {
  const clean = (tool: RegisteredTool, text: string): string => {
    const { redact } = hiding.inResult(tool);
    return withoutHiddenCharacters(redact(text.slice(0, maxCleaned)).text).text;
  };
  return {
    quote: (tool, text) => (mayQuote(tool) ? clean(tool, text) : undefined),
    wordsIn: (error, tool) => {
      const said = serverWords(error);
      if (said === undefined) return {};
      const words = cutWords({ ...said, text: clean(tool, said.text) });
      if (words.text === "") return {};
      return {
        ...(!isTerse(tool) && { forLog: words }),
        ...(mayQuote(tool) && { forCaller: words }),
      };
    },
  };
}

import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Lookup } from "../boundary/egress/address.ts";
import type { Dial } from "../boundary/egress/connector.ts";
import type { ReadingDeps } from "../boundary/files/read-file.ts";

/** The runtime of a process that opens a gateway, with its folder, environment, input and error output. */
export interface ProcessRuntime extends Runtime, ReadingDeps {
  /** The variables that the process was started with. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: {
    readonly err: (text: string) => void;
    /** Prints several texts with one system call. Default: one by one. */
    readonly errAll?: ((texts: readonly string[]) => void) | undefined;
    /** Whether `err` is a terminal. Default: no. */
    readonly isWatched?: boolean | undefined;
    /** Returns a command as the reader of `err` must type it. Default: as it is. */
    readonly suggest?: ((command: string) => string) | undefined;
  };
  /** Returns every address of a name. Default: the system's resolver. */
  readonly lookup?: Lookup;
  /** Opens a connection to a checked address of a token provider. Default: the network. */
  readonly dial?: Dial;
  /** The folder of the console's built page. Default: `console` in this package. */
  readonly consolePages?: string | undefined;
  /** `operator:` and the login name of the user who runs the process. */
  readonly operator: string;
}

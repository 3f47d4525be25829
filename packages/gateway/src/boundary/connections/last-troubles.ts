import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { LRUCache } from "lru-cache";
import type { Connections } from "./connections.ts";

/** Why a connection could not be used last, in our own words. */
export interface LastTrouble {
  readonly code: string;
  readonly message: string;
  /** The command that repairs it. */
  readonly next: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const max = 1_000;

/** Remembers the last trouble of each connection until it works again. In memory only. */
export class LastTroubles {
  readonly #clock: Runtime["clock"];
  readonly #last = new LRUCache<string, LastTrouble>({ max });

  constructor({ clock }: Pick<Runtime, "clock">) {
    this.#clock = clock;
  }

  of(id: string): LastTrouble | undefined {
    return this.#last.get(id);
  }

  /** Returns the same connections, whose troubles are remembered. */
  watch(connections: Connections): Connections {
    return {
      ...connections,
      credential: async (usable, signal) => {
        try {
          const credential = await connections.credential(usable, signal);
          // The target may refuse it again, which nothing but its next answer tells.
          if (this.#last.get(usable.id)?.code !== refusedThere) this.#last.delete(usable.id);
          return credential;
        } catch (error) {
          if (isRefusal(error)) this.#note(usable.id, error);
          throw error;
        }
      },
      refused: async (usable, credential) => {
        const { id: connection, grant } = usable;
        const because = { because: "token", scopes: [] } as const;
        this.#note(
          connection,
          new Refusal(refusedThere, { connection, ...because, ...(grant && { grant }) }),
        );
        await connections.refused(usable, credential);
      },
    };
  }

  #note(id: string, { code, message, next }: Refusal): void {
    this.#last.set(id, { code, message, next, at: this.#clock.now() });
  }
}

const refusedThere = "connection-refused";

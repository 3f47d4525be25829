import { version } from "@toolcourt/contracts/internal/kernel/version";
import type { OpenAnswering } from "@toolcourt/gateway/internal/compose/open-configured";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import type { Host } from "../answering/create-host.ts";
import { askAnswerOf } from "./ask-answer.ts";
import { defaultEffects } from "./ask-tool.ts";

/**
 * Answers questions that people ask the admin API. A result that broke its contract is in the
 * quarantine, which has a permission of its own.
 */
export const answerPeople: OpenAnswering = (opened, runtime) => {
  let current: OpenHost | undefined;

  const hostNow = (): OpenHost => {
    const { config } = opened.inForce;
    if (current?.config === config && !current.isBroken) return current;
    void current?.retire();
    current = new OpenHost(config, async () => {
      const { openHostOver } = await import("./open-host.ts");
      return openHostOver({ ...opened, config }, runtime, { effects: defaultEffects });
    });
    return current;
  };

  return {
    describe: () => describe(opened.inForce.config),
    ask: (question, { principal, signal }) =>
      hostNow().use(async (host) => {
        const agent = { name: "toolcourt", version };
        const words = { kind: "typed", text: question } as const;
        const answer = await host.ask(question, { principal, agent, signal, words });
        return jsonOf(askAnswerOf(answer));
      }),
    [Symbol.asyncDispose]: async () => current?.retire(),
  };
};

/** A host that closes when it is replaced and its last question is answered. */
class OpenHost {
  readonly config: Config;
  readonly #host: Promise<Host & AsyncDisposable>;
  #questions = 0;
  #isRetired = false;
  /** Whether it could not be opened. The next question tries again. */
  isBroken = false;

  constructor(config: Config, open: () => Promise<Host & AsyncDisposable>) {
    this.config = config;
    this.#host = open();
    this.#host.catch(() => {
      this.isBroken = true;
    });
  }

  async use<Answer>(ask: (host: Host) => Promise<Answer>): Promise<Answer> {
    this.#questions += 1;
    try {
      return await ask(await this.#host);
    } finally {
      this.#questions -= 1;
      await this.#closeIfDone();
    }
  }

  async retire(): Promise<void> {
    this.#isRetired = true;
    await this.#closeIfDone();
  }

  async #closeIfDone(): Promise<void> {
    if (!this.#isRetired || this.#questions > 0) return;
    const host = await this.#host.catch(() => undefined);
    await host?.[Symbol.asyncDispose]();
  }
}

function describe({ host }: Pick<Config, "host">): JsonObject {
  const { planner, summary, model, effects = defaultEffects } = host;
  return {
    planner,
    summary,
    model: model === undefined ? null : { name: model.name },
    effects: [...effects],
  };
}

function jsonOf(answer: object): JsonObject {
  const json = parseJson(JSON.stringify(answer));
  return isJsonObject(json) ? json : {};
}

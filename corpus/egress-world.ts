import { buildConnector } from "undici";
import type { Lookup } from "../packages/gateway/src/boundary/egress/address.ts";
import type { Dial } from "../packages/gateway/src/boundary/egress/connector.ts";
import { createCertificate } from "../packages/testing/src/certificate.ts";
import { type Answering, openTarget } from "../packages/testing/src/target.ts";

/** One URL and the network behind it. */
export interface UrlCase {
  readonly id: string;
  readonly url: string;
  readonly expect: "allow" | "deny" | "policy";
  readonly why: string;
  /** DNS answers per name, in order. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The servers' responses in order, such as `302 https://other.example/`. */
  readonly redirects: readonly string[];
}

/** The recorded effects of a case. */
export interface Footprints {
  /** Every address dialed. */
  readonly dialed: string[];
  /** Host of every received request, and whether it carried credentials. */
  readonly arrived: { readonly host: string; readonly hasCredentials: boolean }[];
  /** Names without a DNS answer. */
  readonly unknown: string[];
}

/** The internet on this machine: the same servers answer at every address. */
export interface World extends AsyncDisposable {
  readonly ca: string;
  /** Resets the world for a case. */
  readonly enter: (given: UrlCase) => Footprints;
  readonly dial: Dial;
  /** `at-once`: a lookup returns all answers. `in-turn`: it returns the next one each time. */
  readonly lookup: (given: UrlCase, manner: "at-once" | "in-turn") => Lookup;
}

export async function openWorld(cases: readonly UrlCase[]): Promise<World> {
  const stack = new AsyncDisposableStack();
  const certificate = createCertificate(
    ...new Set(cases.flatMap(({ names }) => [...names.keys()])),
  );
  let footprints = fresh();
  let redirects: string[] = [];
  const answer: Answering = (request, response) => {
    const { host = "", authorization } = request.headers;
    footprints.arrived.push({ host, hasCredentials: authorization !== undefined });
    const [status = "200", location] = (redirects.shift() ?? "200").split(" ");
    response.writeHead(Number(status), location === undefined ? {} : { location }).end();
  };
  const plain = stack.use(await openTarget(answer));
  const secure = stack.use(await openTarget(answer, certificate));
  const connect = buildConnector({ allowH2: false, ca: certificate.cert });

  return {
    ca: certificate.cert,
    enter: (given) => {
      footprints = fresh();
      redirects = [...given.redirects];
      return footprints;
    },
    dial: (options, report) => {
      footprints.dialed.push(options.hostname);
      const { port } = options.protocol === "https:" ? secure : plain;
      connect({ ...options, hostname: "127.0.0.1", port: String(port) }, report);
    },
    lookup: ({ names }, manner) => {
      let turn = 0;
      return async (host) => {
        const answers = names.get(host) ?? [];
        if (answers.length === 0) footprints.unknown.push(host);
        if (manner === "at-once") return answers;
        turn += 1;
        return answers.slice(Math.min(turn, answers.length) - 1).slice(0, 1);
      };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function fresh(): Footprints {
  return { dialed: [], arrived: [], unknown: [] };
}

import { isIP } from "node:net";
import type { Addresses } from "./address.ts";
import { defaultPorts, type ReadUrl, readUrl } from "./read-url.ts";

/** Nothing else is ever sent. */
export const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

export type Method = (typeof methods)[number];

/** What one host may be asked, and where it may lie. */
export interface HostRule {
  /** A name, an address, or `*.name` for everything below a name. */
  readonly host: string;
  /** Default `https`. */
  readonly scheme?: ReadUrl["scheme"];
  /** Default: the scheme's own. */
  readonly port?: number;
  /** Default: GET and HEAD. */
  readonly methods?: readonly Method[];
  /** Where it may lie. Default `public`. */
  readonly addresses?: Addresses;
  /** `direct` is for what is no target, such as a token endpoint. Default: the gateway, where one is required. */
  readonly route?: "gateway" | "direct";
}

export interface ReachPolicy {
  readonly hosts: readonly HostRule[];
  /** What every other public host may be asked. Absent: nothing. */
  readonly others?: {
    readonly methods: readonly Method[];
    readonly schemes: readonly ReadUrl["scheme"][];
  };
}

export type Endpoint = Pick<ReadUrl, "scheme" | "host" | "port">;

/** A rule with nothing left out. */
export type Rule = Required<HostRule>;

export interface Reach {
  /** The rule under which requests may go there. The first that fits decides. */
  readonly ruleFor: (endpoint: Endpoint) => Rule | undefined;
}

/** Names that lead somewhere else on every network. */
const localNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion)$/;

export function createReach({ hosts, others }: ReachPolicy): Reach {
  const rules = hosts.map(completed);
  return {
    ruleFor: (endpoint) => {
      const rule = rules.find((each) => fits(each, endpoint));
      if (rule !== undefined || others === undefined) return rule;
      if (!others.schemes.includes(endpoint.scheme) || !isOpenToAll(endpoint)) return undefined;
      return completed({ ...endpoint, methods: others.methods });
    },
  };
}

function completed(rule: HostRule): Rule {
  const scheme = rule.scheme ?? "https";
  const name = rule.host.replace(/^\*\./, "");
  const reading = readUrl(`https://${isIP(name) === 6 ? `[${name}]` : name}/`);
  if (reading.kind === "unreadable" || reading.host !== name) {
    throw new TypeError(
      "A rule names its host in lower case, without port and without dot at the end.",
    );
  }
  if (rule.host !== name && (rule.addresses ?? "public") !== "public") {
    throw new TypeError(
      "Other than public addresses are opened for one host by its name, not for all below it.",
    );
  }
  return {
    port: defaultPorts[scheme],
    methods: ["GET", "HEAD"],
    addresses: "public",
    route: "gateway",
    ...rule,
    scheme,
  };
}

function fits(rule: Rule, { scheme, host, port }: Endpoint): boolean {
  if (rule.scheme !== scheme || rule.port !== port) return false;
  if (!rule.host.startsWith("*.")) return rule.host === host;
  // Nobody looked at such a name when the rule was written, and it may look like another.
  return host.endsWith(rule.host.slice(1)) && !isInternational(host);
}

/** What nobody named must be a full public name or an address, at the usual door. */
function isOpenToAll({ scheme, host, port }: Endpoint): boolean {
  if (port !== defaultPorts[scheme]) return false;
  if (isIP(host) !== 0) return true;
  return host.includes(".") && !localNames.test(host) && !isInternational(host);
}

function isInternational(host: string): boolean {
  return host.split(".").some((label) => label.startsWith("xn--"));
}

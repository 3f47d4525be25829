import { isIP } from "node:net";
import type { Addresses } from "./address.ts";
import { defaultPorts, type ReadUrl, readUrl } from "./read-url.ts";

/** The only methods ever sent. */
export const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

export type Method = (typeof methods)[number];

/** The methods one host accepts, and the addresses it may have. */
export interface HostRule {
  /** A name, an address, or `*.name` for all subdomains of a name. */
  readonly host: string;
  /** Default: `https`. */
  readonly scheme?: ReadUrl["scheme"];
  /** Default: the scheme's port. */
  readonly port?: number;
  /** Default: GET and HEAD. */
  readonly methods?: readonly Method[];
  /** The addresses it may have. Default: `public`. */
  readonly addresses?: Addresses;
  /**
   * `direct` bypasses the gateway, for non-targets such as a token endpoint. Default: the gateway,
   * if one is required.
   */
  readonly route?: "gateway" | "direct";
}

export interface EgressPolicy {
  readonly hosts: readonly HostRule[];
  /** Methods allowed for every other public host. Default: none. */
  readonly others?: {
    readonly methods: readonly Method[];
    readonly schemes: readonly ReadUrl["scheme"][];
  };
}

export type Endpoint = Pick<ReadUrl, "scheme" | "host" | "port">;

/** A rule with all defaults filled in. */
export type Rule = Required<HostRule>;

/** Names that resolve differently on each network. */
const localNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion)$/;

/** The completed rules of egress. */
export class EgressRules {
  readonly #rules: readonly Rule[];
  readonly #others: EgressPolicy["others"];

  constructor({ hosts, others }: EgressPolicy) {
    this.#rules = hosts.map(completed);
    this.#others = others;
  }

  /** Returns the rule for an endpoint. The first match decides. */
  ruleFor(endpoint: Endpoint): Rule | undefined {
    const rule = this.#rules.find((each) => fits(each, endpoint));
    const others = this.#others;
    if (rule !== undefined || others === undefined) return rule;
    if (!others.schemes.includes(endpoint.scheme) || !isOpenToAll(endpoint)) return undefined;
    return completed({ ...endpoint, methods: others.methods });
  }
}

function completed(rule: HostRule): Rule {
  const scheme = rule.scheme ?? "https";
  const name = rule.host.replace(/^\*\./, "");
  const reading = readUrl(`https://${isIP(name) === 6 ? `[${name}]` : name}/`);
  if (reading.kind === "unreadable" || reading.host !== name) {
    throw new TypeError("A rule names its host in lower case, without a port or a trailing dot.");
  }
  if (rule.host !== name && (rule.addresses ?? "public") !== "public") {
    throw new TypeError("Non-public addresses require a full host name, not a wildcard.");
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
  // The rule's author never saw this international name, and it may imitate another (homograph).
  return host.endsWith(rule.host.slice(1)) && !isInternational(host);
}

/** Returns whether an unlisted host has a full public name or an address, on the default port. */
function isOpenToAll({ scheme, host, port }: Endpoint): boolean {
  if (port !== defaultPorts[scheme]) return false;
  if (isIP(host) !== 0) return true;
  return host.includes(".") && !localNames.test(host) && !isInternational(host);
}

function isInternational(host: string): boolean {
  return host.split(".").some((label) => label.startsWith("xn--"));
}

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
  /** Narrows every rule, for each request anew. Default: the rules alone decide. */
  readonly granted?: GrantedMethods | undefined;
}

/** Returns the methods that an origin is granted at the moment. Empty if it is not granted. */
export type GrantedMethods = (origin: string) => "all" | readonly Method[];

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
  readonly #granted: EgressPolicy["granted"];

  constructor({ hosts, others, granted }: EgressPolicy) {
    this.#rules = hosts.map(completed);
    this.#others = others;
    this.#granted = granted;
  }

  /** Returns the rule for an endpoint as it is granted now. The first match decides. */
  ruleFor(endpoint: Endpoint): Rule | undefined {
    const rule = this.#configuredFor(endpoint);
    if (rule === undefined || this.#granted === undefined) return rule;
    const granted = this.#granted(originOf(endpoint));
    if (granted === "all") return rule;
    if (granted.length === 0) return undefined;
    return { ...rule, methods: rule.methods.filter((method) => granted.includes(method)) };
  }

  #configuredFor(endpoint: Endpoint): Rule | undefined {
    const rule = this.#rules.find((each) => fits(each, endpoint));
    const others = this.#others;
    if (rule !== undefined || others === undefined) return rule;
    if (!others.schemes.includes(endpoint.scheme) || !isOpenToAll(endpoint)) return undefined;
    return completed({ ...endpoint, methods: others.methods });
  }
}

function originOf({ scheme, host, port }: Endpoint): string {
  return new URL(`${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`).origin;
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

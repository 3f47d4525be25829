import { type ClientName, clientNames, clientPlaces, clientTitles } from "./clients.ts";
import { clientMeans, entryText, gatewayEntry } from "./gateway-entry.ts";

/** How a client is connected to one address of the gateway. */
export interface ClientSetup {
  readonly client: ClientName;
  readonly title: string;
  /** The command that writes the entry. */
  readonly command: string;
  /** Undefined for a client that starts the gateway itself: the entry has paths of its machine. */
  readonly entry: { readonly file: string; readonly text: string } | undefined;
}

/** An address of the gateway, as its callers know it. */
export interface GatewayAddress {
  readonly url: string;
  /** Whether callers show a key, and have no other way to sign in. */
  readonly asksForKey: boolean;
}

const entryName = "toolcourt";
/** The variable that holds the caller's key. */
export const keyVariable = "TOOLCOURT_KEY";
/** What `toolcourt connect` writes without a configuration. */
const defaultUrl = "http://127.0.0.1:7420/mcp";

/** Returns how each client is connected, in the order of their names. */
export function clientSetups(address: GatewayAddress): readonly ClientSetup[] {
  return clientNames.map((client) => setupOf(client, address));
}

function setupOf(client: ClientName, { url, asksForKey }: GatewayAddress): ClientSetup {
  const { takesUrl, reference } = clientMeans[client];
  const title = clientTitles[client];
  const start = `npx toolcourt connect ${client}`;
  if (!takesUrl) return { client, title, command: start, entry: undefined };
  if (asksForKey && reference === undefined) {
    return { client, title, command: `${start} --stdio`, entry: undefined };
  }
  const variable = asksForKey ? keyVariable : undefined;
  const flags = [
    ...(url === defaultUrl ? [] : ["--url", url]),
    ...(variable === undefined ? [] : ["--token-env", variable]),
  ];
  const entry = gatewayEntry(client, { kind: "url", url, keyVariable: variable });
  const text = entryText(client, [entryName, entry]);
  return {
    client,
    title,
    command: [start, ...flags].join(" "),
    entry: { file: fileOf(client), text },
  };
}

/** Returns the file of a project, else that of the user. */
function fileOf(client: ClientName): string {
  const places = clientPlaces({ HOME: "~" }).filter((each) => each.client === client);
  return places[0]?.file ?? "";
}

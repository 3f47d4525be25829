// The guard of URLs: how a URL is read, which rule it falls under and which addresses it may have.
import { mayHave } from "@toolcourt/gateway/internal/boundary/egress/address";
import { EgressRules } from "@toolcourt/gateway/internal/boundary/egress/egress-rules";
import { type ReadUrl, readUrl } from "@toolcourt/gateway/internal/boundary/egress/read-url";
import { isPublic, parseAddress } from "../addresses.ts";
import { promised } from "../target.ts";

export const covers = /\/gateway\/src\/boundary\/egress\//;

export const seeds: readonly string[] = [
  "https://example.com/path?query=1#part",
  "http://127.0.0.1/",
  "https://[::ffff:10.0.0.1]:8443/",
  "https://[64:ff9b::a9fe:a9fe]/",
  "https://user@example.com./%2e%2e/",
  "http://0x7f.1/",
  "https://xn--bcher-kva.example/",
  "169.254.169.254",
  "2002:7f00:1::",
];

export const words: readonly string[] = [
  "http://",
  "https://",
  "file://",
  "//",
  "@",
  ":",
  ":443",
  ":80",
  "/",
  "\\",
  "?",
  "#",
  "%2e",
  "[",
  "]",
  "::",
  "::1",
  "::ffff:",
  "64:ff9b::",
  "2002:",
  "fe80::",
  "fc00::",
  "%25eth0",
  "0x",
  "0",
  "127.0.0.1",
  "10.0.0.1",
  "169.254.169.254",
  "192.168.1.1",
  "172.16.0.1",
  "100.64.0.1",
  "2130706433",
  "localhost",
  ".local",
  ".internal",
  "example.com",
  "8.8.8.8",
  "2606:4700::1111",
  ".",
  "。",
  "ⓔ",
  "\u00ad",
  "\u200b",
  "\u0000",
  "\t",
  "\n",
  " ",
  "xn--",
  "%00",
  "..",
  ";",
  "ﬀ",
  "０",
];

const open = new EgressRules({
  hosts: [],
  others: { methods: ["GET"], schemes: ["http", "https"] },
});

/** A URL, or an address. */
export function fuzz(data: Buffer): void {
  const text = data.toString();
  if (mayHave("public", text)) assertPublic(text);
  const reading = readUrl(text);
  if (reading.kind === "unreadable") return;
  assertSame(text, reading);
  const rule = open.ruleFor(reading);
  if (rule === undefined) return;
  const { host } = reading;
  if (parseAddress(host) === undefined) {
    promised(!/(?:^|\.)(?:localhost|local|internal)$/.test(host), "A local name got out.");
    promised(!/(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(host), "An address was taken for a name.");
  } else if (mayHave(rule.addresses, host)) assertPublic(host);
}

function assertPublic(text: string): void {
  const address = parseAddress(text);
  promised(address !== undefined && isPublic(address), `${text} is no public address.`);
}

/** Every parser must go to the same place. */
function assertSame(text: string, { url, scheme, host, port }: ReadUrl): void {
  const other = new URL(text);
  promised(hostIn(other) === host, "Another parser goes to another host.");
  promised(hostIn(url) === host && url.protocol === `${scheme}:`, "The URL has another host.");
  promised(other.username === "" && other.password === "", "Credentials are in the URL.");
  promised(Number(other.port || { http: 80, https: 443 }[scheme]) === port, "The port differs.");
  // Percent-encoding may make it too long.
  if (url.href.length > 8_192) return;
  const again = readUrl(url.href);
  promised(again.kind === "read" && again.host === host, "Its own spelling is refused.");
}

function hostIn({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/**
 * Sample texts of each format, simplest first. The engine treats `format` as an annotation, but
 * servers may not.
 */
const texts: Readonly<Record<string, readonly string[]>> = {
  date: ["2024-01-31", "2024-02-29", "1999-12-31"],
  "date-time": ["2024-01-31T12:00:00Z", "2024-02-29T23:59:59.999+02:00", "1999-12-31T00:00:00Z"],
  time: ["12:00:00Z", "23:59:59.5+02:00"],
  duration: ["P1D", "PT36H", "P1Y2M3DT4H5M6S"],
  email: ["a@example.com", "first.last+tag@sub.example.org"],
  "idn-email": ["a@example.com", "ä@bücher.example"],
  hostname: ["example.com", "a-1.example.org", "localhost"],
  "idn-hostname": ["example.com", "bücher.example"],
  ipv4: ["192.0.2.1", "255.255.255.255", "0.0.0.0"],
  ipv6: ["2001:db8::1", "::1", "2001:db8:0:0:0:0:0:ff"],
  uri: ["https://example.com/", "https://example.com/a?b=c#d", "urn:example:a"],
  "uri-reference": ["/a", "https://example.com/", "../b?c#d"],
  iri: ["https://example.com/", "https://example.com/ä"],
  "iri-reference": ["/a", "/ä"],
  "uri-template": ["https://example.com/{id}", "/a{?b,c}"],
  url: ["https://example.com/", "https://example.com/a?b=c"],
  uuid: ["123e4567-e89b-42d3-a456-426614174000", "00000000-0000-4000-8000-000000000000"],
  "json-pointer": ["/a", "", "/a~1b/0"],
  "relative-json-pointer": ["0", "1/a", "0#"],
  regex: ["^a+$", "[0-9]{2,3}", "."],
  byte: ["YQ==", ""],
  base64: ["YQ==", ""],
  binary: ["a"],
  password: ["a-Long_Pass-1"],
  color: ["#336699"],
};

export function textsOfFormat(format: string): readonly string[] {
  return Object.hasOwn(texts, format) ? (texts[format] ?? []) : [];
}

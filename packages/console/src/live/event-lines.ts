/** One message of an event stream. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** A message longer than this is not one of ours. */
const maxBuffered = 262_144;

/** Splits the text of an event stream into messages, however it arrives. */
export function createEventLines(): (chunk: string) => readonly StreamMessage[] {
  let rest = "";

  return (chunk) => {
    const blocks = (rest + chunk).replaceAll("\r\n", "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    if (rest.length > maxBuffered) throw new RangeError("A message of the stream is too long.");
    return blocks.flatMap(messageIn);
  };
}

/** A block may have an id alone: the place to go on from. Comments keep the connection open. */
function messageIn(block: string): readonly StreamMessage[] {
  const fields = block.split("\n").map(fieldIn);
  const valuesOf = (wanted: string): readonly string[] =>
    fields.flatMap(([field, value]) => (field === wanted ? [value] : []));
  const [data, id] = [valuesOf("data"), valuesOf("id").at(-1)];
  if (data.length === 0 && id === undefined) return [];
  const event = valuesOf("event").at(-1) ?? "message";
  return [{ event, data: data.join("\n"), id }];
}

function fieldIn(line: string): readonly [field: string, value: string] {
  const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
  return [field, value];
}

import { closed, type Exhibit, refusal, success, textIn } from "../server.ts";

const checks: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  email: (text) => /^[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text),
  uri: (text) => URL.canParse(text),
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};

const formats = Object.keys(checks);
const fields = Object.fromEntries(
  formats.map((format) => [format, { type: "string", format, description: `A ${format}` }]),
);

/** Enforces `format`, which is optional for servers. */
export const formatsEnforced: Exhibit = {
  start: () => [
    {
      name: "describe-values",
      description: "Tells which values were given. Returns their names.",
      input: closed(fields, []),
      output: closed({ given: { type: "array", items: { enum: formats } } }),
      run: (input) => {
        const given = formats.filter((format) => format in input);
        const wrong = given.find((format) => checks[format]?.(textIn(input, format)) === false);
        if (wrong !== undefined) return refusal(`Invalid arguments: ${wrong} must be a ${wrong}`);
        return success({ given });
      },
    },
  ],
};

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

import type { Move } from "./origins-steps.ts";
import { pick } from "./origins-values.ts";

/** Values that readers of patterns have taken for the operator's. */
export const almostOperators: Readonly<Record<string, Move>> = {
  "a link that only begins like the operator's": ({ kind, random }) =>
    kind === "url"
      ? {
          steps: [],
          value: pick(random, [
            "https://api.operator.example@evil.example/",
            "https://api.operator.example.evil.example/a",
            "https://api.operator.example\\@evil.example/",
            "http://api.operator.example/a",
            "https://api.operator.example:8443/a",
            "https://evil.example/https://api.operator.example/",
            "https://API.operator.example%2eevil.example/a",
          ]),
          truth: "unknown",
        }
      : undefined,
  "an address that only ends like the operator's": ({ kind, random }) =>
    kind === "email"
      ? {
          steps: [],
          value: pick(random, [
            "evil@evil.example,x@operator.example",
            "evil@x-operator.example",
            "evil%evil.example@operator.example",
            "<evil@evil.example>@operator.example",
            "evil@operator.example.evil.example",
            "evil@evil.example\n@operator.example",
            "evil@operator\u002eexample ",
            "evil@\uff4fperator.example",
          ]),
          truth: "unknown",
        }
      : undefined,
};

import { isJsonObject, own } from "@toolcourt/sdk";
import { isHeaderName } from "../connection-headers.ts";
import type { ParameterStyle, SentParameter } from "../draft.ts";
import { ImportProblem } from "./follow.ts";
import type { Declared } from "./parameters.ts";

/** Determines how a path, query or header parameter is serialized. */
export function sentParameter(declared: Declared, edition: string): SentParameter {
  const { name, pointer } = declared;
  const place = placeOf(declared);
  if (place === "header" && !isHeaderName(name)) {
    throw new ImportProblem(pointer, "The name is none that a header can have.");
  }
  const { style, explode } = edition === "2.0" ? oldForm(declared) : form(declared);
  if (!stylesOf[place].includes(style)) {
    throw new ImportProblem(pointer, "The parameter is written in an unknown style.");
  }
  return { place, name, style, explode };
}

function placeOf({ place, pointer }: Declared): SentParameter["place"] {
  if (place === "path" || place === "query" || place === "header") return place;
  throw new ImportProblem(pointer, "Parameters of this place are not sent.");
}

interface Form {
  readonly style: ParameterStyle;
  readonly explode: boolean;
}

const stylesOf: Readonly<Record<SentParameter["place"], readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix", "json"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject", "json"],
  header: ["simple", "json"],
};

function form({ value, place, pointer }: Declared): Form {
  if (isJsonObject(own(value, "content"))) return { style: "json", explode: false };
  const stated = own(value, "style") ?? defaultStyle(place);
  const style = allStyles.find((each) => each === stated);
  if (style === undefined) {
    throw new ImportProblem(pointer, "The parameter is written in an unknown style.");
  }
  const explode = own(value, "explode");
  return { style, explode: typeof explode === "boolean" ? explode : style === "form" };
}

const allStyles = [...new Set(Object.values(stylesOf).flat())].filter((style) => style !== "json");

function defaultStyle(place: string): ParameterStyle {
  return place === "query" ? "form" : "simple";
}

/** Converts `collectionFormat` of 2.0 to the styles of 3.0. */
function oldForm({ value, place, pointer }: Declared): Form {
  const stated = own(value, "collectionFormat");
  if (stated === "multi") return { style: defaultStyle(place), explode: place === "query" };
  if (stated === "ssv") return { style: "spaceDelimited", explode: false };
  if (stated === "pipes") return { style: "pipeDelimited", explode: false };
  if (stated === undefined || stated === "csv")
    return { style: defaultStyle(place), explode: false };
  throw new ImportProblem(pointer, "The parameter is written in an unknown style.");
}

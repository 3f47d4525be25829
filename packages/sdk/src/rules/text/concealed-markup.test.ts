import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { textConcealedMarkup } from "./concealed-markup.ts";

const found = (description: string) => remarks(textConcealedMarkup, { description });

describe("text/concealed-markup", () => {
  it.each([
    "<p STYLE='visibility:hidden'>x</p>",
    '<span style="color:#fff; font-size: 0">x</span>',
    '<i style="opacity:0.0">x</i>',
    '<i aria-hidden="true">x</i>',
    "<!-- never closed",
    '<i style="position:absolute; left:-9999px">x</i>',
    "<font color='white'>x</font>",
    "<script type='text/plain'>read it</script>",
    '<meta name="note" content="read it">',
    "[ ](https://example.com)",
    "Adds.\n\n[comment]: # (and read)",
    "Adds.\n[x]: <> (and read)",
  ])("finds %s", (text) => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    "Sets the style = bold of a hidden file",
    '<i style="opacity:0.5; font-size:12px">x</i>',
    "List<string> of hidden columns",
    "a <-- b, x --> y",
    "<script></script> stays, and so does <title>",
    "![a chart](https://example.com/chart.png)",
    "call f[](x) or use a[]",
    "Adds.\n[docs]: https://example.com",
    "See [docs](https://example.com): done",
  ])("accepts honest text: %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each(["<a ", "style=", "style =  ", "<a hidde", "   [//]", "<", "<title>", "[ ]", "<meta "])(
    "scans 200 kB of %j in linear time",
    (unit) => {
      expect(found(unit.repeat(200_000 / unit.length))).toEqual([]);
    },
  );
});

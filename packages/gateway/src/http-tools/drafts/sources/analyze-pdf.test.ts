import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { scanOf } from "@toolcourt/testing/targets/scan";
import { describe, expect, it } from "vitest";
import type { EgressAnswer } from "../../../boundary/egress/egress.ts";
import { analyzePdf, whyNotPdf } from "./analyze-pdf.ts";
import type { SendToSource, SourceRequest } from "./source.ts";

const endpoint = "https://scans.example.com";
const source = {
  name: "scans",
  kind: "document-intelligence",
  endpoint,
  connection: "scans",
} as const;
const pdf = Buffer.from("%PDF-1.7 of a test");
const signal = new AbortController().signal;

function answer(body: object, headers: Readonly<Record<string, string>> = {}): EgressAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status: 200, headers, body: bytes, url: endpoint, isPartial: false, attempts: 1 };
}

interface Service {
  readonly sent: SourceRequest[];
  readonly send: SendToSource;
}

/** A service whose polls give these answers, the last one again and again. */
function serviceOf(
  polls: readonly EgressAnswer[],
  location = `${endpoint}/documentintelligence/results/1`,
): Service {
  const sent: SourceRequest[] = [];
  const send: SendToSource = async (request) => {
    sent.push(request);
    if (request.method === "POST") return answer({}, { "operation-location": location });
    return polls[sent.length - 2] ?? polls.at(-1) ?? answer({});
  };
  return { sent, send };
}

const done = answer({ status: "succeeded", analyzeResult: scanOf({ text: "GET /orders" }) });

describe("analyzePdf", () => {
  it("sends the bytes, never an address, and reads the analysis", async () => {
    const { sent, send } = serviceOf([done]);

    const layout = await analyzePdf(source, pdf, { clock: createFakeClock(), signal, send });

    expect(layout.paragraphs.map(({ text }) => text)).toEqual(["GET /orders"]);
    expect(sent).toEqual([
      {
        method: "POST",
        url: `${endpoint}/documentintelligence/documentModels/prebuilt-layout:analyze?api-version=2024-11-30&outputContentFormat=markdown&stringIndexType=utf16CodeUnit`,
        body: JSON.stringify({ base64Source: pdf.toString("base64") }),
      },
      {
        method: "GET",
        url: `${endpoint}/documentintelligence/results/1`,
        deadlineMs: 120_000,
      },
    ]);
  });

  it.each(["https://evil.example.com/results/1", "/results/1", ""])(
    "polls no other origin than its own: %j",
    async (location) => {
      const { sent, send } = serviceOf([done], location);
      const clock = createFakeClock();

      await expect(analyzePdf(source, pdf, { clock, signal, send })).rejects.toMatchObject({
        code: "draft-source-failed",
      });
      expect(sent).toHaveLength(1);
    },
  );

  it("gives up after 60 polls", async () => {
    const { sent, send } = serviceOf([answer({ status: "running" }, { "retry-after": "1" })]);
    const clock = createFakeClock();

    const analysis = analyzePdf(source, pdf, { clock, signal, send });
    analysis.catch(() => undefined);
    for (let second = 0; second < 70; second += 1) await clock.advance(1_000);

    await expect(analysis).rejects.toMatchObject({ code: "draft-source-failed" });
    expect(sent.filter(({ method }) => method === "GET")).toHaveLength(60);
  });

  it.each([
    ["30", 5],
    ["3600", 1],
  ])("gives up after two minutes, if it must wait %s s", async (seconds, polls) => {
    const { sent, send } = serviceOf([answer({ status: "running" }, { "retry-after": seconds })]);
    const clock = createFakeClock();

    const analysis = analyzePdf(source, pdf, { clock, signal, send });
    analysis.catch(() => undefined);
    for (let step = 0; step < 6; step += 1) await clock.advance(30_000);

    await expect(analysis).rejects.toThrow("expected a finished analysis within 120 s");
    expect(sent.filter(({ method }) => method === "GET")).toHaveLength(polls);
  });

  it.each([
    ["failed", answer({ status: "failed", error: { message: "private text" } })],
    ["of another form", answer({ status: "succeeded", analyzeResult: { content: 1 } })],
    [
      "with offsets of another kind",
      answer({
        status: "succeeded",
        analyzeResult: { ...scanOf(), stringIndexType: "textElements" },
      }),
    ],
    ["no JSON", { ...done, body: Buffer.from("<html>private text") }],
    [
      "too long",
      answer({
        status: "succeeded",
        analyzeResult: { ...scanOf(), pages: Array.from({ length: 201 }, () => ({ words: [] })) },
      }),
    ],
  ])("refuses an analysis that is %s, without its text", async (_, poll) => {
    const { send } = serviceOf([poll]);
    const clock = createFakeClock();

    const analysis = analyzePdf(source, pdf, { clock, signal, send });

    await expect(analysis).rejects.toMatchObject({ code: "draft-source-failed" });
    await expect(analysis).rejects.not.toThrow("private text");
  });
});

describe("whyNotPdf", () => {
  it.each([
    [Buffer.from("%PDF-1.4\n"), undefined],
    [Buffer.from("openapi: 3.1.0"), "Expected a PDF, found a file that is none."],
    [Buffer.alloc(0), "Expected a PDF, found a file that is none."],
    [Buffer.alloc(20 * 1024 * 1024 + 1), "Expected a PDF of at most 20 MB, found more."],
  ])("judges the bytes: %#", (bytes, reason) => {
    expect(whyNotPdf(bytes)).toBe(reason);
  });
});

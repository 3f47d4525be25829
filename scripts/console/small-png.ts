import { crc32, deflateSync, inflateSync } from "node:zlib";

// Screenshots have few colors. With a palette they take a quarter of the space.

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColors = 256;

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly pixels: Uint8Array;
}

/** Rewrites a PNG of a browser with a palette of its most frequent colors. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = read(png);
  const palette = paletteOf(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  const known = new Map<number, number>(palette.map((color, index) => [color, index]));
  for (let at = 0; at < width * height; at += 1) {
    const color = colorAt(pixels, at);
    const index = known.get(color) ?? nearest(palette, color);
    known.set(color, index);
    // Each row begins with the number of its filter: none.
    rows[at + Math.floor(at / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap(channelsOf));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function paletteOf(pixels: Uint8Array): readonly number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length / 3; at += 1) {
    const color = colorAt(pixels, at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const frequent = [...counts].toSorted(([, one], [, other]) => other - one);
  return frequent.slice(0, maxColors).map(([color]) => color);
}

function colorAt(pixels: Uint8Array, at: number): number {
  const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 3, at * 3 + 3);
  return (red << 16) | (green << 8) | blue;
}

function channelsOf(color: number): readonly number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function nearest(palette: readonly number[], color: number): number {
  const wanted = channelsOf(color);
  const distances = palette.map((each) =>
    channelsOf(each).reduce((sum, value, index) => sum + (value - (wanted[index] ?? 0)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** Reads what Chromium writes: 8 bits a channel, with or without transparency, not interlaced. */
function read(png: Buffer): Picture {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString("latin1", at + 4, at + 8) !== "IDAT") continue;
    data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const raw = unfiltered(inflateSync(Buffer.concat(data)), width * channels, channels);
  return { width, height, pixels: channels === 3 ? raw : raw.filter((_, at) => at % 4 !== 3) };
}

type Predict = (left: number, above: number, corner: number) => number;

const predictors: readonly Predict[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

/** Undoes the prediction of each byte from its neighbors: left, above, and above left. */
function unfiltered(data: Buffer, length: number, step: number): Uint8Array {
  const height = data.length / (length + 1);
  const out = new Uint8Array(length * height);
  // Zeros before each row and above the first one.
  let before = Buffer.alloc(step + length);
  for (let row = 0; row < height; row += 1) {
    const start = row * (length + 1);
    const predict = predictors[data.readUInt8(start)] ?? paeth;
    const line = Buffer.alloc(step + length);
    for (let x = 0; x < length; x += 1) {
      const guess = predict(line.readUInt8(x), before.readUInt8(x + step), before.readUInt8(x));
      line[x + step] = data.readUInt8(start + 1 + x) + guess;
    }
    out.set(line.subarray(step), row * length);
    before = line;
  }
  return out;
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

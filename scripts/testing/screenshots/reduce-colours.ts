import { crc32, deflateSync } from "node:zlib"
import { type Pixels, readPng } from "./read-png"

const mostColours = 256
/** Colours that agree in the highest bits of each channel are one. */
const bits = 6
const drop = 8 - bits

const keyAt = (data: Uint8Array, at: number): number =>
  (((data[at] ?? 0) >> drop) << (2 * bits)) |
  (((data[at + 1] ?? 0) >> drop) << bits) |
  ((data[at + 2] ?? 0) >> drop)

type Colour = readonly [number, number, number]
type Sums = [Float64Array, Float64Array, Float64Array]

/** The picture's colours, of which those alike are their mean, by key; the most frequent first. */
function countColours({ data }: Pixels): (readonly [number, Colour])[] {
  const counts = new Uint32Array(1 << (3 * bits))
  const [red, green, blue] = [0, 1, 2].map(() => new Float64Array(counts.length)) as Sums
  for (let at = 0; at < data.length; at += 3) {
    const key = keyAt(data, at)
    counts[key] = (counts[key] ?? 0) + 1
    red[key] = (red[key] ?? 0) + (data[at] ?? 0)
    green[key] = (green[key] ?? 0) + (data[at + 1] ?? 0)
    blue[key] = (blue[key] ?? 0) + (data[at + 2] ?? 0)
  }
  const keys = [...counts.keys()].filter((key) => counts[key])
  const mean = (sum: Float64Array, key: number) => Math.round((sum[key] ?? 0) / (counts[key] ?? 1))
  return keys
    .toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))
    .map((key) => [key, [mean(red, key), mean(green, key), mean(blue, key)]])
}

const distance = (one: Colour, other: Colour): number =>
  one.reduce((sum, value, channel) => sum + (value - (other[channel] ?? 0)) ** 2, 0)

function nearest(colour: Colour, palette: readonly Colour[]): number {
  const distances = palette.map((candidate) => distance(colour, candidate))
  return distances.indexOf(Math.min(...distances))
}

function printChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}

function printHeader({ width, height }: Pixels): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return header
}

/** The same picture as a PNG of at most 256 colours, a third of the size where a page has few. */
export function reduceColours(png: Buffer): Buffer {
  const pixels = readPng(png)
  const colours = countColours(pixels)
  const palette = colours.slice(0, mostColours).map(([, colour]) => colour)
  const indexes = new Uint8Array(1 << (3 * bits))
  for (const [at, [key, colour]] of colours.entries())
    indexes[key] = at < mostColours ? at : nearest(colour, palette)
  const lines = Buffer.alloc((pixels.width + 1) * pixels.height)
  const { width, height, data } = pixels
  for (let line = 0; line < height; line++)
    for (let at = 0; at < width; at++)
      lines[line * (width + 1) + 1 + at] = indexes[keyAt(data, (line * width + at) * 3)] ?? 0
  return Buffer.concat([
    png.subarray(0, 8),
    printChunk("IHDR", printHeader(pixels)),
    printChunk("PLTE", Uint8Array.from(palette.flat())),
    printChunk("IDAT", deflateSync(lines, { level: 9 })),
    printChunk("IEND", new Uint8Array()),
  ])
}

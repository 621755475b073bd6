import { inflateSync } from "node:zlib"

/** A picture of three bytes a pixel. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

const signatureLength = 8

function* chunksOf(png: Buffer) {
  for (let at = signatureLength; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString("latin1", at + 4, at + 8)
    yield { type, data: png.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

/** Of the bytes before, above and before above, the one nearest to their plane. */
function paeth(before: number, above: number, corner: number): number {
  const guess = before + above - corner
  const [a, b, c] = [Math.abs(guess - before), Math.abs(guess - above), Math.abs(guess - corner)]
  if (a <= b && a <= c) return before
  return b <= c ? above : corner
}

const predictors: readonly ((before: number, above: number, corner: number) => number)[] = [
  () => 0,
  (before) => before,
  (_, above) => above,
  (before, above) => (before + above) >> 1,
  paeth,
]

/** Undoes the filters of a picture's lines. */
function unfilter(filtered: Uint8Array, lineLength: number, depth: number): Uint8Array {
  const lines = Math.floor(filtered.length / (lineLength + 1))
  const bytes = new Uint8Array(lines * lineLength)
  for (let line = 0; line < lines; line++) {
    const from = line * (lineLength + 1) + 1
    const to = line * lineLength
    const predict = predictors[filtered[from - 1] ?? 0]
    if (!predict) throw new Error("The picture has a filter that PNG does not know.")
    for (let at = 0; at < lineLength; at++) {
      const before = at < depth ? 0 : (bytes[to + at - depth] ?? 0)
      const above = bytes[to + at - lineLength] ?? 0
      const corner = at < depth ? 0 : (bytes[to + at - depth - lineLength] ?? 0)
      bytes[to + at] = (filtered[from + at] ?? 0) + predict(before, above, corner)
    }
  }
  return bytes
}

/** Reads a PNG of eight bits a channel, as browsers take them; transparency is left out. */
export function readPng(png: Buffer): Pixels {
  const chunks = [...chunksOf(png)]
  const header = chunks.find(({ type }) => type === "IHDR")?.data
  const depth = header?.[9] === 2 ? 3 : header?.[9] === 6 ? 4 : undefined
  if (!header || !depth || header[8] !== 8 || header[12] !== 0)
    throw new Error("The picture is not a PNG of eight bits a channel.")
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const body = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data))
  const bytes = unfilter(inflateSync(body), width * depth, depth)
  if (depth === 3) return { width, height, data: bytes }
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) data.set(bytes.subarray(at * 4, at * 4 + 3), at * 3)
  return { width, height, data }
}

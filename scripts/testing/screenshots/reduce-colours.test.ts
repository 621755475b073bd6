import { crc32, deflateSync, inflateSync } from "node:zlib"
import { expect, test } from "vitest"
import { type Pixels, readPng } from "./read-png"
import { reduceColours } from "./reduce-colours"

function printChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** A picture as browsers take it. */
function printPng({ width, height, data }: Pixels): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const lineLength = width * 3
  const lines = Buffer.alloc((lineLength + 1) * height)
  for (let line = 0; line < height; line++) {
    const filter = line % 4
    lines[line * (lineLength + 1)] = filter
    for (let at = 0; at < lineLength; at++) {
      const place = line * lineLength + at
      const before = at < 3 ? 0 : (data[place - 3] ?? 0)
      const above = data[place - lineLength] ?? 0
      const predicted = [0, before, above, (before + above) >> 1][filter] ?? 0
      lines[line * (lineLength + 1) + 1 + at] = (data[place] ?? 0) - predicted
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    printChunk("IHDR", header),
    printChunk("IDAT", deflateSync(lines)),
    printChunk("IEND", new Uint8Array()),
  ])
}

/** Something like a page: 400 colours, most of them the shades at the edges of its text. */
function drawPage(): Pixels {
  const [width, height] = [360, 200]
  const data = new Uint8Array(width * height * 3).fill(255)
  let random = 7
  for (let at = 0; at < data.length; at += 3) {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    const shade = random % 100
    if (shade < 40) data.set([shade * 6, shade * 6, 40 + (shade % 10) * 20], at)
  }
  return { width, height, data }
}

const picture = printPng(drawPage())

function readChunk(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type, 0, "latin1")
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
}

/** The colours of a picture with a palette and unfiltered lines, three bytes a pixel. */
function readReduced(png: Buffer, width: number): Uint8Array {
  const palette = readChunk(png, "PLTE")
  const indexes = inflateSync(readChunk(png, "IDAT")).filter((_, at) => at % (width + 1) !== 0)
  return Uint8Array.from([...indexes].flatMap((at) => [...palette.subarray(at * 3, at * 3 + 3)]))
}

test("A page's picture with few colours is smaller and looks the same.", () => {
  const before = readPng(picture)
  const reduced = reduceColours(picture)
  expect(reduced.length).toBeLessThan(picture.length * 0.7)
  const after = readReduced(reduced, before.width)
  expect(after.length).toBe(before.data.length)
  const difference = after.reduce(
    (sum, value, at) => sum + Math.abs(value - (before.data[at] ?? 0)),
    0,
  )
  expect(difference / after.length).toBeLessThan(1)
})

test("What is no picture is refused with a sentence.", () => {
  expect(() => readPng(Buffer.from("no picture at all, and long enough"))).toThrow("not a PNG")
})

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { inflateSync } from "node:zlib"
import { expect, test } from "vitest"
import { root } from "../../root"
import { readPng } from "./read-png"
import { reduceColours } from "./reduce-colours"

const picture = readFileSync(join(root, "docs", "images", "departments.png"))

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

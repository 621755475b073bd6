import fc from "fast-check"
import { expect, test } from "vitest"
import { z } from "zod"
import {
  flag,
  ifReadable,
  listOf,
  maybe,
  nullable,
  number,
  object,
  shape,
  text,
  valuesOf,
} from "./shape"

const own = shape({
  name: text,
  size: maybe(number),
  note: nullable(text),
  on: flag,
  tags: listOf(text),
  names: valuesOf(number),
  any: maybe(object),
  spare: ifReadable(text),
})
const same = z.object({
  name: z.string(),
  size: z.number().optional(),
  note: z.string().nullable(),
  on: z.boolean(),
  tags: z.array(z.string()),
  names: z.record(z.string(), z.number()),
  any: z.record(z.string(), z.unknown()).optional(),
  spare: z.string().optional().catch(undefined),
})
const good = { name: "a", note: null, on: true, tags: ["b"], names: { c: 1 } }

test("A value of its shape is read, and names that nobody knows are left out.", () => {
  expect(own.safeParse({ ...good, unknown: 1 })).toEqual({ success: true, data: good })
})

test("A part that may be absent is absent where it cannot be read.", () => {
  expect(own.safeParse({ ...good, spare: 7 })).toEqual({ success: true, data: good })
})

test("Any JSON is a shape's value exactly where zod says so, and is read alike.", () => {
  const part = fc.jsonValue({ maxDepth: 2 })
  const names = Object.keys({ ...good, size: 1, any: {}, spare: "d" })
  const spoilt = fc
    .tuple(fc.constantFrom(...names), part)
    .map(([name, value]) => ({ ...good, [name]: value }))
  fc.assert(
    fc.property(fc.oneof(part, spoilt), (value) => {
      const [read, wanted] = [own.safeParse(value), same.safeParse(value)]
      expect(read.success).toBe(wanted.success)
      if (read.success) expect(read.data).toEqual(wanted.data)
    }),
    { numRuns: 2000 },
  )
})

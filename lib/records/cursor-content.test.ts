import fc from "fast-check"
import { expect, test } from "vitest"
import { z } from "zod"
import { operators } from "@/lib/catalogue"
import { isCursorContent } from "./cursor"

const schema = z.tuple([
  z.string(),
  z.number(),
  z.boolean(),
  z.boolean(),
  z.string(),
  z.array(
    z.tuple([
      z.string(),
      z.enum(operators),
      z.union([z.string(), z.number(), z.boolean(), z.null()]),
    ]),
  ),
  z.array(z.string().nullable()),
])

const value = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
const condition = fc.tuple(fc.string(), fc.constantFrom(...operators), value)
const content = fc.tuple(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.boolean(),
  fc.string(),
  fc.array(condition, { maxLength: 3 }),
  fc.array(fc.option(fc.string()), { maxLength: 3 }),
)

const ways = [
  (list: unknown[], at: number) => list.toSpliced(at, 1),
  (list: unknown[], at: number, other: unknown) => list.toSpliced(at, 0, other),
  (list: unknown[], at: number, other: unknown) => list.with(at, other),
  (list: unknown[], _at: number, other: unknown) => [...list, other],
]

/** Removes, replaces or adds a part of the value, at any depth. */
function spoil(target: unknown, path: readonly number[], way: number, other: unknown): unknown {
  const [at = 0, ...rest] = path
  if (!Array.isArray(target) || target.length === 0) return other
  const index = at % target.length
  if (rest.length > 0) return target.with(index, spoil(target[index], rest, way, other))
  return ways[way]?.(target, index, other)
}

/** Often inside the filters, which are nested deepest. */
const path = fc.oneof(
  fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  fc.tuple(fc.constant(5), fc.nat(), fc.nat()),
)
const other = fc.oneof(value, fc.jsonValue())

const spoilt = fc
  .tuple(content, path, fc.nat(ways.length - 1), other)
  .map(([whole, at, way, part]) => spoil(whole, at, way, part))

test("isCursorContent accepts exactly what the schema accepts", () => {
  fc.assert(
    fc.property(fc.oneof(content, spoilt, fc.jsonValue()), (any) => {
      const parsed: unknown = JSON.parse(JSON.stringify(any))
      expect(isCursorContent(parsed)).toBe(schema.safeParse(parsed).success)
    }),
    { numRuns: 2000 },
  )
})

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import { catalogue, envelopeSchema, type Field, fieldsOf, findOperation } from "../catalogue"
import { answerShape, printData, readEnvelope, scanAnswer } from "./scan-answer"

const operationOf = (id: string) => {
  const found = findOperation(catalogue, id)
  if (!found) throw new Error(`The catalogue has no operation "${id}".`)
  return found
}
const ids = ["data-points", "departments", "calendars", "content-posts", "content-post"]

/** As an answer was read before: whole, into objects. */
function parseWhole(id: string, bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    const envelope = envelopeSchema(catalogue, operationOf(id)).parse(JSON.parse(text))
    const { data, ...rest } = envelope as { data: unknown } & Record<string, unknown>
    const links = [rest["count"] ?? undefined, rest["nextUrl"], rest["previousUrl"]]
    return operationOf(id).kind === "list" ? { data, links } : { data }
  } catch {
    return "refused"
  }
}

async function scanWhole(id: string, bytes: Buffer) {
  try {
    const answer = await scanAnswer(bytes, answerShape(catalogue, operationOf(id)))
    const { data, ...rest } = (await readEnvelope(answer)) as { data: unknown } & Record<
      string,
      unknown
    >
    const links = [rest["count"], rest["nextUrl"], rest["previousUrl"]]
    const printed = await printData(answer)
    return { read: answer.isList ? { data, links } : { data }, printed }
  } catch {
    return undefined
  }
}

/** Without what JSON does not tell apart, and without names that would set a prototype: those are left out at any depth. */
const normal = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (name, inner) =>
    name === "__proto__" ? undefined : inner,
  )

async function expectSame(id: string, bytes: Buffer) {
  const before = parseWhole(id, bytes)
  const now = await scanWhole(id, bytes)
  expect(now ? normal(now.read) : "refused").toEqual(normal(before))
  if (!now) return
  const text = now.printed.toString()
  const { data } = before as { data: unknown }
  expect(normal(JSON.parse(text))).toEqual(normal(data))
  // What marks of people are looked for in.
  expect(text).not.toMatch(/"(?:userId|name)"\s|"(?:userId|name)":\s/)
}

const space = fc.constantFrom("", "", "", "", " ", "\n", "\t\r\n ")
const odd = fc.constantFrom(
  ...'1e999 -1e999 01 +1 .5 1. -0 1.5e-3 nul tru NaN 123456789012345678901 "\\x" "\\u12" "\\ud800"'.split(
    " ",
  ),
  '"\\u0075serId"',
  '"a\u0001"',
  "[1,]",
  '{"a":1,}',
  '{"a" 1}',
  "[[[[[[]]]]]]",
  '{"userId" : "x"}',
  '{"__proto__":{"a":1}}',
  `[${"9".repeat(400)}]`,
)
const anyJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: odd },
)

const nameJson = (name: string) =>
  fc.constantFrom(
    ...[0, 0, 0, 0, 1].map((isEscaped) =>
      isEscaped
        ? `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"`
        : JSON.stringify(name),
    ),
  )

function objectOf(members: fc.Arbitrary<[string, string][]>): fc.Arbitrary<string> {
  return fc
    .tuple(members, fc.array(space, { minLength: 4, maxLength: 4 }))
    .map(([all, [one, two, three, four]]) => {
      const printed = all.map(([name, value]) => `${one}${name}${two}:${three}${value}${four}`)
      return `{${printed.join(",")}}`
    })
}

/** A value that mostly fits its field. */
function anyValueOf(field: Field): fc.Arbitrary<string> {
  return fc.oneof({ weight: 60, arbitrary: fitting(field) }, { weight: 1, arbitrary: anyJson })
}

function fitting(field: Field): fc.Arbitrary<string> {
  const nothing = fc.constant("null")
  if (field.type === "array")
    return fc.oneof(
      nothing,
      fc
        .tuple(fc.array(anyValueOf(field.items), { maxLength: 3 }), space)
        .map(([items, gap]) => `[${gap}${items.join(`,${gap}`)}${gap}]`),
    )
  if (field.type === "object") return fc.oneof(nothing, recordOf(field.fields))
  if (field.type === "boolean") return fc.constantFrom("true", "false", "null")
  if (field.type === "integer" || field.type === "double")
    return fc.oneof(nothing, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String))
  return fc.oneof(
    nothing,
    fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  )
}

const recordOf = (fields: Readonly<Record<string, Field>>) => {
  const known = fc
    .constantFrom(...Object.entries(fields))
    .chain(([name, field]) => fc.tuple(nameJson(name), anyValueOf(field)))
  const unknown = fc.tuple(
    fc
      .oneof(fc.string(), fc.constantFrom("__proto__", "toString"))
      .map((name) => JSON.stringify(name)),
    anyJson,
  )
  const members = fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: unknown })
  return objectOf(fc.array(members, { maxLength: 8 }))
}

function answerOf(id: string): fc.Arbitrary<string> {
  const operation = operationOf(id)
  const row = recordOf(fieldsOf(catalogue, operation))
  const rows = fc.tuple(fc.array(row, { maxLength: 4 }), space)
  const data =
    operation.kind === "list" ? rows.map(([all, gap]) => `[${all.join(`,${gap}`)}]`) : row
  const members = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(nameJson("data"), data) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('"data"', '"count"', '"nextUrl"'), anyJson) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('"count"'), fc.nat().map(String)) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('"nextUrl"', '"previousUrl"'), fc.json({ maxDepth: 0 })),
    },
  )
  return objectOf(fc.array(members, { minLength: 1, maxLength: 4 }))
}

describe.each(ids)("An answer of %s", (id) => {
  test("is accepted, and means, what it does read whole into objects", async () => {
    await fc.assert(
      fc.asyncProperty(answerOf(id), (json) => expectSame(id, Buffer.from(json))),
      {
        numRuns: rounds({ test: 25, deep: 3000 }),
      },
    )
  })

  test("is refused like one that is no JSON wherever a byte is lost, doubled or changed", async () => {
    const bytes = fc.tuple(
      answerOf(id),
      fc.nat(),
      fc.constantFrom("", "}", '"', ",", "\\", " ", "x"),
    )
    await fc.assert(
      fc.asyncProperty(bytes, ([json, at, other]) => {
        const whole = Buffer.from(json)
        const cut = at % whole.length
        const text = `${whole.toString("latin1", 0, cut)}${other}${whole.toString("latin1", cut + 1)}`
        const spoilt = Buffer.from(text, "latin1")
        // Bytes that are no UTF-8 are refused before they are scanned.
        if (!spoilt.equals(Buffer.from(spoilt.toString()))) return Promise.resolve()
        return expectSame(id, spoilt)
      }),
      { numRuns: 300 },
    )
  })
})

test("A mark at the beginning, the deepest unknown value and a long page in parts are read.", async () => {
  await expectSame("data-points", Buffer.from('\uFEFF {"data": [] }\n'))
  await expectSame("data-points", Buffer.from('\uFEFF\uFEFF{"data":[]}'))
  const deep = `${"[".repeat(1000)}${"]".repeat(1000)}`
  await expectSame("data-points", Buffer.from(`{"data":[{"new":${deep}}]}`))
  const row = { label: "a text of a page that is long", userId: null, value: 1.5 }
  const data = Array.from({ length: 10_000 }, (_, index) => ({ ...row, value: index }))
  await expectSame("data-points", Buffer.from(JSON.stringify({ data })))
  await expectSame("data-points", Buffer.from(JSON.stringify({ data }, null, 1)))
})

test("Rows that need nothing are passed on byte for byte.", async () => {
  const data = '[{"label":"\\u00e6", "value":1.0}, \n {"value":1e2}]'
  const compact = '[{"label":"\\u00e6","value":1.0}, \n {"value":1e2}]'
  const shape = answerShape(catalogue, operationOf("data-points"))
  const bytes = Buffer.from(`{"count":2,"data":${compact}}`)
  expect((await printData(await scanAnswer(bytes, shape))).toString()).toBe(compact)
  const spaced = await scanAnswer(Buffer.from(`{"data":${data}}`), shape)
  expect((await printData(spaced)).toString()).toBe(compact.replace(/\s/g, ""))
})

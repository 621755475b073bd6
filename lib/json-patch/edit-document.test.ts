import fc from "fast-check"
import { applyOperation } from "fast-json-patch/commonjs/core.js"
import { expect, test } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import { addValue, measure, removeValue, replaceValue, type SizedDocument } from "./edit-document"
import { printPointer } from "./json-pointer"
import { copyJson, depthOf, jsonBytes } from "./json-value"

type Path = readonly (string | number)[]

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

/** Every value of a document, from the document itself on. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (!isContainer(value)) return [path]
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [path, ...names.flatMap((name) => listPaths(Reflect.get(value, name), [...path, name]))]
}

/** Every path where something can be added under `name`, or beside what is there. */
const listOpenPaths = (value: unknown, name: string): Path[] =>
  listPaths(value).flatMap((path) => {
    const found = path.reduce<unknown>((inner, token) => Reflect.get(Object(inner), token), value)
    if (!isContainer(found)) return [path]
    return [path, [...path, Array.isArray(found) ? "-" : name]]
  })

const harmless = (name: string) => !["__proto__", "constructor", "prototype"].includes(name)
const names = fc.string({ unit: "binary", maxLength: 4 }).filter(harmless)
const values = fc.jsonValue({ stringUnit: "binary", maxDepth: 3 }).map(copyJson)
const edits = fc.record({
  op: fc.constantFrom("add", "remove", "replace"),
  path: fc.nat(),
  name: names,
  value: values,
})

type Edit = typeof edits extends fc.Arbitrary<infer Value> ? Value : never

function pointerOf(document: unknown, { op, path, name }: Edit): string {
  const paths = op === "add" ? listOpenPaths(document, name) : listPaths(document)
  return printPointer(paths[path % paths.length] ?? [])
}

function applyEdit(document: SizedDocument, { op, value }: Edit, pointer: string): SizedDocument {
  if (op === "add") return addValue(document, pointer, value)
  return op === "remove" ? removeValue(document, pointer) : replaceValue(document, pointer, value)
}

test("edits count the bytes as printing does, agree with another program and touch nothing", () => {
  fc.assert(
    fc.property(values, fc.array(edits, { maxLength: 8 }), (start, list) => {
      let document: SizedDocument = { value: start, bytes: measure(start).bytes }
      for (const edit of list) {
        const path = pointerOf(document.value, edit)
        if (path.split("/").some((token) => !harmless(token))) continue
        const before = JSON.stringify(document.value)
        const { op, value } = edit
        const operation = op === "remove" ? { op, path } : { op, path, value: copyJson(value) }
        const other = applyOperation(copyJson(document.value), operation as never).newDocument
        const next = applyEdit(document, edit, path)
        expect(JSON.stringify(document.value)).toBe(before)
        expect(next.value).toEqual(other)
        expect(next.bytes).toBe(jsonBytes(next.value))
        expect(measure(next.value)).toEqual({ bytes: next.bytes, depth: depthOf(next.value) })
        document = next
      }
    }),
    { numRuns: rounds({ test: 200, deep: 500 }) },
  )
})

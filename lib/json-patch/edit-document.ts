import { parsePointer } from "./json-pointer"
import { depthOf, jsonBytes } from "./json-value"

/** A document that is never changed in place, so that parts may be shared, and the bytes it takes printed. */
export interface SizedDocument {
  readonly value: unknown
  readonly bytes: number
}

type Members = Readonly<Record<string, unknown>>
type Edit = (container: object, token: string) => readonly [container: object, growth: number]

interface Measure {
  readonly bytes: number
  readonly depth: number
}

const measures = new WeakMap<object, Measure>()

/** Bytes and depth of a JSON value that nobody changes; containers are measured once. */
export function measure(value: unknown): Measure {
  if (typeof value !== "object" || value === null) return { bytes: jsonBytes(value), depth: 0 }
  const known = measures.get(value)
  if (known) return known
  const result = { bytes: jsonBytes(value), depth: depthOf(value) }
  measures.set(value, result)
  return result
}

const countOf = (container: object) =>
  Array.isArray(container) ? container.length : Object.keys(container).length

const bytesOf = (value: unknown) => measure(value).bytes

/** The comma beside one more member. */
const separator = (others: number) => (others > 0 ? 1 : 0)

const nameBytes = (name: string) => jsonBytes(name) + 1

const membersOf = (container: object) => container as Members

const setting =
  (value: unknown): Edit =>
  (container, token) => {
    const growth = bytesOf(value) - bytesOf(Reflect.get(container, token))
    if (!Array.isArray(container)) return [{ ...container, [token]: value }, growth]
    return [container.with(Number(token), value), growth]
  }

const adding =
  (value: unknown): Edit =>
  (container, token) => {
    const growth = bytesOf(value) + separator(countOf(container))
    if (Array.isArray(container)) {
      const path = token === "-" ? container.length : Number(token)
      return [container.toSpliced(path, 0, value), growth]
    }
    if (Object.hasOwn(container, token)) return setting(value)(container, token)
    return [{ ...container, [token]: value }, growth + nameBytes(token)]
  }

const removing: Edit = (container, token) => {
  const growth = -bytesOf(Reflect.get(container, token)) - separator(countOf(container) - 1)
  if (Array.isArray(container)) return [container.toSpliced(Number(token), 1), growth]
  const { [token]: _, ...rest } = membersOf(container)
  return [rest, growth - nameBytes(token)]
}

function editAt(container: object, tokens: readonly string[], edit: Edit): ReturnType<Edit> {
  const [token = "", ...rest] = tokens
  if (rest.length === 0) return edit(container, token)
  const [inner, growth] = editAt(Reflect.get(container, token), rest, edit)
  if (Array.isArray(container)) return [container.with(Number(token), inner), growth]
  return [{ ...container, [token]: inner }, growth]
}

function editDocument(document: SizedDocument, pointer: string, edit: Edit): SizedDocument {
  const tokens = parsePointer(pointer) ?? []
  const [value, growth] = editAt(document.value as object, tokens, edit)
  return { value, bytes: document.bytes + growth }
}

const whole = (value: unknown): SizedDocument => ({ value, bytes: bytesOf(value) })

/** RFC 6902, 4.1, at a path that is open. */
export const addValue = (document: SizedDocument, pointer: string, value: unknown) =>
  pointer === "" ? whole(value) : editDocument(document, pointer, adding(value))

/** RFC 6902, 4.2, of a value that is there; without the whole document there is null. */
export const removeValue = (document: SizedDocument, pointer: string) =>
  pointer === "" ? whole(null) : editDocument(document, pointer, removing)

/** RFC 6902, 4.3, of a value that is there. */
export const replaceValue = (document: SizedDocument, pointer: string, value: unknown) =>
  pointer === "" ? whole(value) : editDocument(document, pointer, setting(value))

/** Maximum nesting of objects and arrays. Deeper values could exhaust the stack when printed. */
export const depthLimit = 64

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

/**
 * Whether JSON can represent it: finite numbers, no undefined, nested at most `depthLimit` deep.
 */
export function isJsonValue(value: unknown, depth = depthLimit): boolean {
  if (typeof value === "number") return Number.isFinite(value)
  if (!isContainer(value)) return ["string", "boolean", "object"].includes(typeof value)
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return depth > 0 && inner.every((item) => isJsonValue(item, depth - 1))
}

/** Nesting depth of objects and arrays. 0 for other values. */
export function depthOf(value: unknown): number {
  if (!isContainer(value)) return 0
  let inner = 0
  for (const item of Array.isArray(value) ? value : Object.values(value))
    inner = Math.max(inner, depthOf(item))
  return inner + 1
}

/** Whether two JSON values are equal (RFC 6902, 4.6). The order of object members is ignored. */
export function equalJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isContainer(one) || !isContainer(other)) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => equalJson(item, other[index]))
  if (Array.isArray(one) || Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && equalJson(Reflect.get(one, name), Reflect.get(other, name)),
    )
  )
}

const encoder = new TextEncoder()

export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

/** A deep copy. Several times faster than structuredClone for many objects. */
export const copyJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

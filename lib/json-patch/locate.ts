import { parsePointer } from "./json-pointer"
import { namePointer, OperationFault } from "./patch-error"

const indexPattern = /^(?:0|[1-9]\d*)$/

interface Location {
  /** Whether there is a value. */
  readonly exists: boolean
  readonly value?: unknown
  /** Whether a value could be added: a member of an object, or an index up to an array's length. */
  readonly open: boolean
}

const nowhere: Location = { exists: false, open: false }

function step(container: unknown, token: string, pointer: string): Location {
  if (Array.isArray(container)) {
    if (token === "-") return { exists: false, open: true }
    if (!indexPattern.test(token))
      throw new OperationFault(
        "not_applicable",
        pointer,
        `No array index: ${namePointer(pointer)}.`,
      )
    const index = Number(token)
    if (index >= container.length) return { exists: false, open: index === container.length }
    return { exists: true, value: container[index], open: true }
  }
  if (typeof container !== "object" || container === null) return nowhere
  if (!Object.hasOwn(container, token)) return { exists: false, open: true }
  return { exists: true, value: Reflect.get(container, token), open: true }
}

/**
 * Follows a valid pointer through own members only (RFC 6901, 4). Throws for an array index with
 * leading zeros or non-digits.
 */
export function locate(document: unknown, pointer: string): Location {
  let found: Location = { exists: true, value: document, open: true }
  for (const token of parsePointer(pointer) ?? []) {
    if (!found.exists) return nowhere
    found = step(found.value, token, pointer)
  }
  return found
}

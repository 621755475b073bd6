import { type Catalogue, CatalogueError } from "./catalogue"
import { parseGuid } from "./guid"
import type { Operation } from "./operation"
import { ownValue } from "./own-value"
import { type Problem, problemLimit, quote } from "./problem"

/**
 * The match of a method and path: an operation with its raw parameters, a known path under another
 * method, or nothing.
 */
export type Match =
  | { readonly kind: "operation"; readonly operation: Operation; readonly raw: PathParameters }
  | { readonly kind: "method-not-allowed"; readonly allow: readonly string[] }
  | { readonly kind: "not-found" }

export type PathParameters = { readonly [name: string]: string }

const encodedSlash = /%2f|%5c/i

const patterns = new WeakMap<Operation, readonly string[]>()

/**
 * The segments of an operation's path, with parameters in braces. Split once, because every request
 * is compared with all.
 */
function patternOf(operation: Operation): readonly string[] {
  const known = patterns.get(operation)
  if (known) return known
  const pattern = `${operation.version}${operation.path}`.split("/")
  patterns.set(operation, pattern)
  return pattern
}

function parametersAt(operation: Operation, segments: readonly string[]) {
  const pattern = patternOf(operation)
  if (pattern.length !== segments.length) return undefined
  const raw: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ""
    if (!part.startsWith("{")) {
      if (part !== segment) return undefined
    } else if (segment === "") {
      return undefined
    } else {
      raw[part.slice(1, -1)] = segment
    }
  }
  return raw
}

/**
 * Finds the operation of a raw, undecoded path such as `/v1.4/departments`. Paths match exactly: a
 * trailing slash, an encoded slash or a different letter case does not match (decisions
 * "Inventory"). HEAD counts as GET.
 */
export function matchPath(from: Catalogue, method: string, rawPath: string): Match {
  if (!rawPath.startsWith("/") || encodedSlash.test(rawPath)) return { kind: "not-found" }
  const segments = rawPath.slice(1).split("/")
  const wanted = method === "HEAD" ? "GET" : method
  const allow = new Set<string>()
  for (const operation of from.operations) {
    const raw = parametersAt(operation, segments)
    if (!raw) continue
    if (operation.method === wanted) return { kind: "operation", operation, raw }
    allow.add(operation.method)
    if (operation.method === "GET") allow.add("HEAD")
  }
  return allow.size > 0 ? { kind: "method-not-allowed", allow: [...allow] } : { kind: "not-found" }
}

/**
 * Path parameters as lower-case guids, or a problem for each that is invalid or not part of the
 * path (decisions "Errors", 400).
 */
export function parsePathParameters(
  operation: Operation,
  raw: { readonly [name: string]: string | undefined },
): { ok: true; parameters: PathParameters } | { ok: false; problems: Problem[] } {
  const parameters: Record<string, string> = {}
  const problems: Problem[] = []
  for (const name of Object.keys(operation.parameters)) {
    const guid = parseGuid(ownValue(raw, name) ?? "")
    if (guid) parameters[name] = guid
    else problems.push({ parameter: name, message: `${name} must be a guid.` })
  }
  for (const name of Object.keys(raw).filter((each) => !Object.hasOwn(operation.parameters, each)))
    problems.push({ parameter: quote(name), message: `${quote(name)} is not known here.` })
  return problems.length > 0
    ? { ok: false, problems: problems.slice(0, problemLimit) }
    : { ok: true, parameters }
}

/**
 * The path of an operation with its parameters filled in: `/v1.4/highscores/<guid>/levels`. Throws
 * if one is missing.
 */
export function printPath(operation: Operation, parameters: PathParameters): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = ownValue(parameters, name)
    if (!value) throw new CatalogueError(`${operation.id} has no value for ${name}.`)
    return encodeURIComponent(value)
  })
  return `/${operation.version}${filled}`
}

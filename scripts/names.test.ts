import { readdirSync, readFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import ts from "typescript-5"
import { describe, expect, it } from "vitest"

const root = resolve(import.meta.dirname, "..")
const rooms = ["app", "components", "lib", "service", "scripts", "e2e", "bench"]

/** Words that no exported name and no file has, and what is written instead. */
const instead: Readonly<Record<string, string>> = {
  asked: "requested",
  band: "group",
  bands: "groups",
  behind: "over share",
  desk: "service",
  flight: "in-flight request",
  hasten: "schedule now",
  homeless: "unplaced",
  keeper: "service",
  keepers: "services",
  kept: "cached, or saved",
  lane: "priority",
  lanes: "priorities",
  least: "min",
  longest: "max",
  look: "style",
  looks: "styles",
  most: "max",
  payer: "quota owner",
  place: "path, position, offset or URL",
  places: "paths, positions, offsets or URLs",
  question: "request, or query",
  questions: "requests, or queries",
  say: "format",
  says: "formats",
  seal: "encrypt",
  settle: "flush",
  settled: "flushed",
  stretch: "interval",
  stretches: "intervals",
  told: "disclosed",
  turn: "slot",
  turns: "slots",
  usual: "default",
  vault: "token store",
  wish: "desired state",
  wishes: "desired states",
  words: "label",
}

/** What the platform, the field or a library names so. */
const isTerm = (name: string) =>
  /question-?participation|in-?flight/i.test(name) || name === "messages"

const wordsIn = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const unwantedIn = (name: string) =>
  isTerm(name) ? [] : wordsIn(name).flatMap((word) => (instead[word] ? [word] : []))

const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) &&
  !(ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)

function namesOf(binding: ts.BindingName): string[] {
  if (ts.isIdentifier(binding)) return [binding.text]
  return binding.elements.flatMap((each) => (ts.isBindingElement(each) ? namesOf(each.name) : []))
}

function namesDeclaredBy(statement: ts.Statement): string[] {
  if (!isExported(statement)) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesOf(name))
  const { name } = statement as ts.DeclarationStatement
  return name ? [name.text] : []
}

/** The names that a module exports and declares itself, each once. */
const exportedNames = (source: string): string[] => [
  ...new Set(
    ts
      .createSourceFile("m.tsx", source, ts.ScriptTarget.Latest)
      .statements.flatMap(namesDeclaredBy),
  ),
]

/** Next looks for these in every page and route. */
const routeExports = new Set(["GET", "POST", "dynamic", "generateMetadata", "metadata", "runtime"])

/** A file with the names that it exports. */
type Module = readonly [file: string, names: readonly string[]]

function findRepeated(modules: readonly Module[]): string[] {
  const filesOf = new Map<string, string[]>()
  for (const [file, names] of modules)
    for (const name of names)
      if (!(file.startsWith("app/") && routeExports.has(name)))
        filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  return [...filesOf]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.join(", ")}`)
}

const findUnwanted = (modules: readonly Module[]): string[] =>
  modules.flatMap(([file, names]) =>
    [basename(file).replace(/\.\w+$/, ""), ...names].flatMap((name) =>
      unwantedIn(name).map((word) => `${file}: ${name} (${word}: ${instead[word]})`),
    ),
  )

const modules: readonly Module[] = rooms.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("node_modules"))
    .map((file) => [
      `${room}/${file}`,
      exportedNames(readFileSync(join(root, room, file), "utf8")),
    ]),
)

const isProduct = ([file]: Module) =>
  /^(app|components|lib|service)\//.test(file) && !/\.test\.|\/testing\//.test(file)

/** The three languages have the same texts. */
const isLanguage = ([file]: Module) => /^lib\/client\/messages\/[a-z]{2}\.ts$/.test(file)

describe("exported names", () => {
  it("are each exported by one module", () => {
    expect(findRepeated(modules.filter((each) => isProduct(each) && !isLanguage(each)))).toEqual([])
  })

  it("are none of the words that have a plainer one, as are the names of files", () => {
    expect(findUnwanted(modules)).toEqual([])
  })

  it("are found in every form in which a module declares them", () => {
    const source = `
      export const a = 1, { b, c: [d] } = x
      export function e() {}
      export class F {}
      export interface G {}
      export type H = 1
      export default function i() {}
      export { j } from "./j"
      const k = 1`
    expect(exportedNames(source)).toEqual(["a", "b", "d", "e", "F", "G", "H"])
  })

  it("are reported with all modules that export them, and with the word to write", () => {
    const planted: Module[] = [
      ["lib/one.ts", ["readPage", "GET"]],
      ["app/kept-page.tsx", ["readPage", "GET"]],
      ["app/two.ts", ["LanesInUse", "inFlight", "GET"]],
    ]
    expect(findRepeated(planted)).toEqual(["readPage: lib/one.ts, app/kept-page.tsx"])
    expect(findUnwanted(planted)).toEqual([
      "app/kept-page.tsx: kept-page (kept: cached, or saved)",
      "app/two.ts: LanesInUse (lanes: priorities)",
    ])
  })
})

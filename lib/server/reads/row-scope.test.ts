import { join, resolve } from "node:path"
import ts from "typescript-5"
import { beforeAll, expect, test } from "vitest"

const root = resolve(import.meta.dirname, "../../..")

const imports = `
  import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
  import { defineRoute } from "@/lib/contract"
  import type { RecordQuery } from "@/lib/server/reads/source"
  import type { UpstreamRead } from "@/lib/platform"
  import type { GroupQuery, SeriesRead, Store } from "@/lib/records"
  import type { DepartmentsTable } from "@/lib/server/names/departments-table"
  declare const store: Store
  declare const names: DepartmentsTable
  const list = findOperation(catalogue, "departments") as ListOperation
  const baseUrl = "https://platform.test/api"
  declare const others: {
    query: Omit<RecordQuery, "rows">
    series: Omit<SeriesRead, "scope">
    groups: Omit<GroupQuery, "scope">
    upstream: Omit<UpstreamRead, "scope">
    route: { name: "x"; method: "GET"; path: "/api/x"; summary: "X"; answer: null; problems: [] }
  }`

/** What each read is called with, whose rows it may see written in or left out. */
const reads: Record<string, (rows: string) => string> = {
  "a page of the store": (scope) =>
    `export const page = store.readPage(list, {}, { filters: [], sort: [] }, { baseUrl, ${scope} })`,
  "a query": (scope) =>
    `export const query: RecordQuery = { ...others.query, ${scope.replace("scope", "rows")} }`,
  "a series": (scope) => `export const series: SeriesRead = { ...others.series, ${scope} }`,
  "a question about groups": (scope) =>
    `export const groups: GroupQuery = { ...others.groups, ${scope} }`,
  "a call of the platform": (scope) =>
    `export const read: UpstreamRead = { ...others.upstream, ${scope} }`,
  "a route": (scope) =>
    `export const route = defineRoute({ ...others.route, permission: "signed-in", ${scope} })`,
  "a route's permission": (scope) =>
    `export const route = defineRoute({ ...others.route, scope: "none", ${scope.replace("scope", "permission").replace('"all"', '"users:read"')} })`,
  "the names of departments": (scope) => `export const read = names.read(${scope && '"all"'})`,
}

const pathOf = (kind: string) => join(root, "lib/server/reads", `${kind}-of-row-scope.ts`)
const sources = new Map(
  Object.values(reads).flatMap((print, at) => [
    [pathOf(`with-${at}`), `${imports}\n${print('scope: "all"')}\n`],
    [pathOf(`without-${at}`), `${imports}\n${print("")}\n`],
    [pathOf(`other-${at}`), `${imports}\n${print('scope: "somebody"')}\n`],
  ]),
)

let program: ts.Program
beforeAll(() => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const { compilerOptions } = config
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root)
  const ownOptions = { ...options, noEmit: true, incremental: false, noUnusedLocals: false }
  const host = ts.createCompilerHost(ownOptions)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => sources.has(path) || fileExists(path)
  host.getSourceFile = (path, ...requested) => {
    const source = sources.get(path)
    return source === undefined
      ? getSourceFile(path, ...requested)
      : ts.createSourceFile(path, source, ts.ScriptTarget.ES2023)
  }
  program = ts.createProgram([...sources.keys()], { ...ownOptions, types: ["node"] }, host)
})

/** The codes of what the compiler says of a snippet. */
const codesOf = (kind: string) => {
  const file = program.getSourceFile(pathOf(kind))
  if (!file) throw new Error("The snippet is part of the program.")
  const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  return all.map(({ code }) => code)
}

/** A property is missing; an argument is; a value is of another type. */
const [missing, unlikeParameter, tooFew, otherType] = [2741, 2345, 2554, 2322]

// rules: A report page 4
test.each(Object.keys(reads).map((name, at) => [name, at] as const))(
  "%s compiles only where it says whose rows may be seen",
  (_name, at) => {
    expect(codesOf(`with-${at}`)).toEqual([])
    const [code, ...others] = codesOf(`without-${at}`)
    expect([missing, unlikeParameter, tooFew]).toContain(code)
    expect(others).toEqual([])
  },
)

test.each([
  ["a page of the store", 0],
  ["a query", 1],
] as const)("%s takes no scope that has no rule", (_name, at) => {
  expect(codesOf(`other-${at}`)).toEqual([otherType])
})

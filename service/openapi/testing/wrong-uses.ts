/** A wrong use of the generated client on one line, and the expected compiler message. */
interface WrongUse {
  readonly what: string
  readonly complaint: string
  readonly line: string
}

const wrong = (what: string, complaint: string, line: string): WrongUse => ({
  what,
  complaint,
  line,
})

const inDepartments = (query: string) =>
  `v14.GET("/v1.4/departments", { params: { query: ${query} } })`
const inLevels = (more: string) => `v14.GET("/v1.4/highscores/{highscoreId}/levels"${more})`
const inPost = (params: string) =>
  `v1.GET("/v1/contentmodules/{moduleId}/content/{contentId}", { params: { ${params} } })`
const inUpdate = (more: string) =>
  `v12.PATCH("/v1.2/departments/{departmentId}", { params: { path: { departmentId: "x" } } ${more} })`

export const wrongUses: readonly WrongUse[] = [
  wrong("an unknown filter", "'colour'", inDepartments('{ colour: "red" }')),
  wrong(
    "an unknown filter beside a known one",
    "'colour'",
    'listDepartments(v14, { city: "Aarhus", colour: "red" })',
  ),
  wrong(
    "a filter of another version",
    "'dataSource'",
    'v12.GET("/v1.2/departments", { params: { query: { dataSource: "manual" } } })',
  ),
  wrong("an operator that the type lacks", "'gt'", inDepartments('{ id: { gt: "x" } }')),
  wrong("an unknown operator", "'like'", inDepartments('{ name: { like: "x" } }')),
  wrong("a value of another type", '"yes"', inDepartments('{ showInContacts: { eq: "yes" } }')),
  wrong(
    "a query where there is none",
    "never",
    inPost('path: { moduleId: "x", contentId: "y" }, query: { limit: 1 }'),
  ),
  wrong(
    "a wrong path parameter",
    "'scoreId'",
    inLevels(', { params: { path: { scoreId: "x" } } }'),
  ),
  wrong("a missing path parameter", "'contentId'", inPost('path: { moduleId: "x" }')),
  wrong("no path parameters", "Expected 2 arguments", inLevels("")),
  wrong(
    "a path of another version",
    '"/v1.2/customfields/users"',
    'v14.GET("/v1.2/customfields/users", {})',
  ),
  wrong("another method", '"/v1.4/departments"', 'v14.PATCH("/v1.4/departments", {})'),
  wrong("a missing body", "body:", inUpdate("")),
  wrong(
    "a body of an unknown op",
    '"merge"',
    inUpdate(', body: [{ op: "merge", path: "/name", value: 1 }]'),
  ),
  wrong(
    "an operation without its op",
    "'{ path: string; }'",
    inUpdate(', body: [{ path: "/name" }]'),
  ),
  wrong(
    "an operation without its value",
    'op: "replace"; path: string; }',
    inUpdate(', body: [{ op: "replace", path: "/name" }]'),
  ),
  wrong(
    "a field that the record lacks",
    "'colour'",
    `${inDepartments("{}")}.then(({ data }) => data?.data[0]?.colour)`,
  ),
  wrong(
    "a member that the error lacks",
    "'code'",
    `${inDepartments("{}")}.then(({ error }) => error?.code)`,
  ),
]

const prelude = [
  'import type { Clients } from "./calls"; import { listDepartments } from "./program"',
  'declare const clients: Clients; const { v1, "v1.2": v12, "v1.4": v14 } = clients',
]

/** A module with each wrong use on a separate line. It imports `calls.ts` and `program.ts`. */
export const printWrongUses = (): string =>
  [...prelude, ...wrongUses.map(({ line }) => line)].join("\n")

/** The line number of a wrong use in that module. */
export const lineOf = (use: WrongUse): number => prelude.length + wrongUses.indexOf(use) + 1

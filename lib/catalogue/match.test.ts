import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type Catalogue,
  CatalogueError,
  catalogue,
  matchPath,
  parsePathParameters,
  printPath,
} from "."

const guid = "0a1b2c3d-0000-4000-8000-0123456789ab"
const other = "ffffffff-0000-4000-8000-0123456789ab"
const match = (method: string, path: string) => matchPath(catalogue, method, path)
const operationAt = (method: string, path: string) => {
  const found = match(method, path)
  return found.kind === "operation" ? found.operation.id : found.kind
}
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, guid)
const versions = ["v1", "v1.1", "v1.2", "v1.3", "v1.4", "v2"]

describe("a path", () => {
  // rules: 9.1, Inventory 2
  it.each(catalogue.operations.map((operation) => [operation.id, operation] as const))(
    "matches %s in its own version only",
    (id, { method, version, path }) => {
      for (const requested of versions) {
        const twin = catalogue.operations.find(
          (o) => o.version === requested && o.path === path && o.method === method,
        )
        expect(operationAt(method, `/${requested}${filled(path)}`)).toBe(twin?.id ?? "not-found")
      }
      expect(operationAt(method, `/${version}${filled(path)}`)).toBe(id)
    },
  )

  // rules: Inventory 2
  it.each(catalogue.operations.map((operation) => [operation.id, operation] as const))(
    "of %s is not found with a trailing, missing, double or encoded slash or another letter case",
    (_, { method, version, path }) => {
      const whole = `/${version}${filled(path)}`
      const wrong = [
        `${whole}/`,
        `/${whole}`,
        whole.slice(1),
        `x${whole.slice(1)}`,
        `${whole}%2F`,
        `${whole}%5c`,
        whole.replace("/v1", "/V1"),
        whole.replace(/(\/v[\d.]+)\//, "$1//"),
        whole.replace(/(\/v[\d.]+)\//, "$1%2f"),
        whole.replace(
          /(\/v[\d.]+\/)(.)/,
          (_all, start: string, letter: string) => `${start}${letter.toUpperCase()}`,
        ),
      ]
      for (const candidate of wrong)
        expect([candidate, operationAt(method, candidate)]).toEqual([candidate, "not-found"])
    },
  )

  it("returns its raw parameters by name", () => {
    expect(match("GET", `/v1/contentmodules/${guid}/content/${other}/views`)).toMatchObject({
      kind: "operation",
      raw: { moduleId: guid, contentId: other },
    })
  })

  it("matches HEAD like GET", () => {
    expect(operationAt("HEAD", "/v1.4/departments")).toBe("departments")
  })

  // rules: Errors 3
  it("with an unsupported method returns the allowed methods", () => {
    expect(match("POST", "/v1.4/departments")).toEqual({
      kind: "method-not-allowed",
      allow: ["GET", "HEAD"],
    })
    expect(match("GET", `/v1.2/departments/${guid}`)).toEqual({
      kind: "method-not-allowed",
      allow: ["PATCH"],
    })
    expect(match("HEAD", `/v1/departments/${guid}`)).toEqual({
      kind: "method-not-allowed",
      allow: ["PATCH"],
    })
    expect(match("get", "/v1.4/departments").kind).toBe("method-not-allowed")
    expect(match("POST", "/v1.4/customfields/users")).toEqual({ kind: "not-found" })
  })

  it("of several operations allows the methods of all of them", () => {
    const [patch] = catalogue.operations.filter(({ id }) => id === "update-department")
    if (!patch) throw new Error("The catalogue has no department update.")
    const twin = { ...patch, id: "department", kind: "single", method: "GET" } as const
    const wider: Catalogue = { ...catalogue, operations: [...catalogue.operations, twin] }
    const found = matchPath(wider, "DELETE", `/v1.2/departments/${guid}`)
    expect(found).toEqual({ kind: "method-not-allowed", allow: ["PATCH", "GET", "HEAD"] })
    expect(matchPath(wider, "HEAD", `/v1.2/departments/${guid}`)).toMatchObject({
      operation: { id: "department" },
    })
  })

  it.each([
    "",
    "/",
    "//",
    "/v1",
    "/v1/",
    "/v1.4/__proto__",
    "/v1.4/constructor",
    "/v1.4/departments\0",
    "/%",
    "/v1.4/%64epartments",
    "*",
  ])("%j is not found", (path) => {
    expect(match("GET", path)).toEqual({ kind: "not-found" })
  })

  it("never throws, whatever the method and path", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("v1.4", "departments", guid, "..", "%00", "__proto__"),
    )
    fc.assert(
      fc.property(fc.string(), fc.array(part), (method, parts) => {
        expect(["operation", "method-not-allowed", "not-found"]).toContain(
          match(method, `/${parts.join("/")}`).kind,
        )
      }),
    )
  })
})

describe("path parameters", () => {
  const found = match("GET", `/v1/contentmodules/${guid.toUpperCase()}/content/nonsense`)
  const operation = found.kind === "operation" ? found.operation : undefined

  // rules: Errors 2
  it("are returned as lower-case guids, and invalid or unknown ones are reported", () => {
    if (!operation || found.kind !== "operation") throw new Error("The path is not found.")
    expect(parsePathParameters(operation, found.raw)).toEqual({
      ok: false,
      problems: [{ parameter: "contentId", message: "contentId must be a guid." }],
    })
    expect(
      parsePathParameters(operation, { moduleId: guid.toUpperCase(), contentId: other }),
    ).toEqual({
      ok: true,
      parameters: { moduleId: guid, contentId: other },
    })
    expect(parsePathParameters(operation, {}).ok).toBe(false)
    const beside = { moduleId: guid, contentId: other, colour: "red", "\0": "", "\ud800": "" }
    expect(parsePathParameters(operation, beside)).toEqual({
      ok: false,
      problems: ["colour", "\0", "\ud800"].map((name) => ({
        parameter: name,
        message: `${name} is not known here.`,
      })),
    })
  })

  it.each(catalogue.operations.map((each) => [each.id, each] as const))(
    "round-trip through printPath and matchPath for %s",
    (id, each) => {
      const parameters = Object.fromEntries(
        Object.keys(each.parameters).map((name) => [name, guid]),
      )
      const again = match(each.method, printPath(each, parameters))
      expect(again).toMatchObject({ kind: "operation", operation: { id }, raw: parameters })
    },
  )

  it("throw a CatalogueError in printPath if one is missing", () => {
    if (!operation) throw new Error("The path is not found.")
    expect(() => printPath(operation, { moduleId: guid })).toThrow(CatalogueError)
  })
})

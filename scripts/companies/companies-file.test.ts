import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeEach, expect, test } from "vitest"
import { readCompanies, writeServer } from "./companies-file"

const folder = mkdtempSync(join(tmpdir(), "companies-"))
const file = join(folder, "companies.json")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const content = {
  servers: {
    north: { url: "postgres://postgres@10.0.0.1:5432/postgres", passwordVariable: "NORTH" },
    south: { url: "postgres://postgres@10.0.0.2:5432/postgres", passwordFile: "south.password" },
  },
  companies: {
    acme: { server: "north", databases: { dashboard: "acme", service: "acme_service" } },
    beta: { server: "south", databases: { dashboard: "beta" } },
  },
}

const write = (value: unknown) => writeFileSync(file, JSON.stringify(value))
beforeEach(() => {
  write(content)
  writeFileSync(join(folder, "south.password"), "s p/ä\n")
})

test("Companies and servers are read, with passwords from the environment and from files beside it.", () => {
  const { companies, servers } = readCompanies(file, { NORTH: "n" })
  expect(servers.get("north")?.password).toBe("n")
  expect(servers.get("south")?.password).toBe("s p/ä")
  expect(companies.get("acme")).toMatchObject({
    server: { name: "north" },
    databases: { dashboard: "acme", service: "acme_service" },
  })
})

test("All faults are told at once, each with where it is, and no password.", () => {
  write({
    servers: {
      north: { url: "postgres://postgres:hush@10.0.0.1:5432/postgres" },
      south: { url: "10.0.0.2", passwordVariable: "SOUTH" },
      west: { url: "postgres://10.0.0.3/postgres", passwort: "hush" },
      east: { url: "postgres://postgres@10.0.0.4/acme" },
    },
    companies: {
      acme: { server: "nrth", databases: { dashboard: "acme" } },
      beta: { server: "east", databases: { dashboard: "acme", service: "x".repeat(45) } },
      gamma: { server: "east", databases: { dashboard: "acme" } },
      delta: { server: "east", databases: {} },
    },
  })
  const read = () => readCompanies(file, {})
  expect(read).toThrow(`${file} cannot be used:
  servers.north.url: holds a password: take it out and name a passwordVariable or a passwordFile.
  servers.south.url: is no URL, such as postgres://postgres@10.0.0.1:5432/postgres.
  servers.west.url: names no user, such as postgres://postgres@10.0.0.1:5432/postgres.
  servers.west: Unrecognized key: "passwort"
  companies.beta.databases.service: is longer than 44 bytes.
  companies.delta.databases.dashboard: Invalid input: expected string, received undefined
  companies.acme.server: there is no server "nrth"; there are north, south, west, east.
  companies.beta.databases.dashboard: "acme" is in the url of east, which must name a database of no company.
  companies.gamma.databases.dashboard: "acme" is companies.beta.databases.dashboard already.
  companies.gamma.databases.dashboard: "acme" is in the url of east, which must name a database of no company.`)
  expect(read).not.toThrow("hush")
})

test("A password that is not there is a fault that names where it should be.", () => {
  rmSync(join(folder, "south.password"))
  expect(() => readCompanies(file, {})).toThrow(`${file} cannot be used:
  servers.north.passwordVariable: NORTH is not set in the environment.
  servers.south.passwordFile: south.password cannot be read (ENOENT).`)
})

test("A file that is missing, no JSON or of another form says what to do.", () => {
  expect(() => readCompanies(join(folder, "none.json"), {})).toThrow(
    /none.json cannot be read \(ENOENT\)\. Write one as docs\/growing.md shows/,
  )
  writeFileSync(file, "{")
  expect(() => readCompanies(file, {})).toThrow(/companies.json is no JSON: /)
  write([])
  expect(() => readCompanies(file, {})).toThrow(/the file: Invalid input: expected object/)
})

test("Writing a company's server changes that alone, keeps the file's mode and leaves no draft.", () => {
  chmodSync(file, 0o640)
  writeServer(file, { name: "acme", from: "north", to: "south" })
  const acme = { ...content.companies.acme, server: "south" }
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    ...content,
    companies: { ...content.companies, acme },
  })
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder).toSorted()).toEqual(["companies.json", "south.password"])
})

test("A file that says another server by now is not written.", () => {
  const before = readFileSync(file, "utf8")
  expect(() => writeServer(file, { name: "acme", from: "south", to: "north" })).toThrow(
    "acme is no longer on south there",
  )
  expect(readFileSync(file, "utf8")).toBe(before)
})

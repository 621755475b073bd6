import { describe, expect, test } from "vitest"
import { readRoles } from "./read-roles"

const map = new Map([
  ["hr-team", ["hr"]],
  ["b7c7e4b0-0000-4000-8000-000000000001", ["admin"]],
  ["everyone, all", ["analyst"]],
] as const)

describe("Claims as providers send them:", () => {
  test.each<[string, string, object, readonly string[]]>([
    [
      "Keycloak, realm roles",
      "realm_access.roles",
      { realm_access: { roles: ["offline_access", "hr"] } },
      ["hr"],
    ],
    [
      "Keycloak, client roles",
      "resource_access.reports.roles",
      { resource_access: { reports: { roles: ["admin"] } } },
      ["admin"],
    ],
    ["Entra, app roles", "roles", { roles: ["analyst", "hr"] }, ["hr", "analyst"]],
    [
      "Auth0, a claim whose name is an address",
      "https://reports.example/roles",
      { "https://reports.example/roles": ["admin"] },
      ["admin"],
    ],
    ["Okta, groups", "groups", { groups: ["Everyone", "hr"] }, ["hr"]],
    ["a claim whose own name has dots wins", "a.b", { "a.b": "hr", a: { b: "admin" } }, ["hr"]],
    ["one text", "roles", { roles: "admin, analyst" }, ["analyst", "admin"]],
    ["other names, and letter case", "roles", { roles: ["Admin", "root"] }, []],
    ["no claim, or a path that leads nowhere", "realm_access.roles", { realm_access: "hr" }, []],
    ["a name that every object has", "constructor.name", {}, []],
  ])("%s", (_, roleClaim, claims, roles) => {
    expect([...readRoles(claims as never, { roleClaim })].toSorted()).toEqual([...roles].toSorted())
  })
})

describe("With a role map", () => {
  const read = (groups: unknown) =>
    readRoles({ groups } as never, { roleClaim: "groups", roleMap: map })

  test.each<[unknown, readonly string[]]>([
    [["HR-Team", "hr"], ["hr"]],
    [
      ["B7C7E4B0-0000-4000-8000-000000000001", "hr-team"],
      ["hr", "admin"],
    ],
    ["Everyone, all", ["analyst"]],
    ["x,hr-team", ["hr"]],
    [["admin", "analyst", 7, null], []],
    [{ "hr-team": true }, []],
  ])("the groups %j give the roles %j", (groups, roles) => {
    expect([...read(groups)].toSorted()).toEqual([...roles].toSorted())
  })
})

test("an overage of groups is detected, unless another claim gives a role", () => {
  const overage = {
    _claim_names: { groups: "src1" },
    _claim_sources: { src1: { endpoint: "https://graph" } },
  }
  expect(readRoles(overage as never, { roleClaim: "groups" })).toEqual(["groups_overage"])
  expect(readRoles({ hasgroups: "true" } as never, { roleClaim: "groups" })).toEqual([
    "groups_overage",
  ])
  expect(readRoles({ ...overage, roles: ["hr"] } as never, { roleClaim: "roles" })).toEqual(["hr"])
})

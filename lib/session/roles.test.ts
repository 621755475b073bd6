import { expect, test } from "vitest"
import { domains } from "../catalogue"
import { domainsOf, mayWrite, parseRoles, roles, rowScopeOf, visibilityOf } from "./session"

test("an HR manager reads everything but KPIs", () => {
  expect([...domainsOf(["hr"])].toSorted()).toEqual(
    domains.filter((domain) => domain !== "kpis").toSorted(),
  )
})

test("an analyst reads KPIs and users, an administrator everything", () => {
  expect(domainsOf(["analyst"])).toEqual(new Set(["kpis", "users"]))
  expect(domainsOf(["admin"])).toEqual(new Set(domains))
})

test("a person without a role reads nothing, and only administrators write", () => {
  expect(domainsOf([])).toEqual(new Set())
  expect([mayWrite([]), mayWrite(["hr", "analyst"]), mayWrite(["admin"])]).toEqual([
    false,
    false,
    true,
  ])
})

test("several roles add up, and visibility is equal for equal domains", () => {
  expect(domainsOf(["hr", "analyst"])).toEqual(new Set(domains))
  expect(visibilityOf(["analyst", "hr"])).toBe(visibilityOf(["admin"]))
  expect(visibilityOf(["hr"])).not.toBe(visibilityOf(["analyst"]))
})

test.each([
  [["hr", "root", 7], ["hr"]],
  ["admin, analyst", ["analyst", "admin"]],
  ["Admin", []],
  [undefined, []],
  [{ hr: true }, []],
])("the claim %j gives the roles %j", (claim, expected) => {
  expect(parseRoles(claim)).toEqual(expected)
})

test("every role sees all rows of what it may read", () => {
  for (const role of roles) expect(rowScopeOf({ sub: "somebody", roles: [role] })).toBe("all")
})

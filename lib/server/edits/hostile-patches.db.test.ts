import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { sampleDepartment } from "@/service/testing/departments"
import type { Who } from "../testing/access-rules"
import { goodWrite, type HostilePatch, hostilePatches } from "../testing/hostile-patches"
import { personOf } from "../testing/test-bff"
import { type EditWorld, openEditWorld, pageHeaders } from "./testing/open-edit-world"

const [parent, child] = [sampleDepartment(), sampleDepartment()]
const target = { id: `${parent.id}`, childId: `${child.id}`, strangerId: randomUUID() }
const patches = hostilePatches(target)

let world: EditWorld
beforeAll(async () => {
  world = await openEditWorld(inject("databaseUrl"))
  await world.departments.load(parent, { ...child, parentId: target.id })
})
afterAll(() => world?.close())

const sessions = {
  nobody: undefined,
  stranger: personOf(),
  hr: personOf("hr"),
  analyst: personOf("analyst"),
  admin: personOf("admin"),
} as const satisfies Record<Who, unknown>

function send({ body, who = "admin", headers, suffix = "" }: HostilePatch, version: string) {
  const all = Object.entries({ ...pageHeaders, ...headers })
  const given = all.filter((header): header is [string, string] => header[1] !== undefined)
  return world.bff.ask(`/${version}/departments/${target.id}${suffix}`, {
    session: sessions[who],
    method: "PATCH",
    headers: new Headers(given),
    body: new Blob([body]).stream(),
  })
}

// rules: Department PATCH (RFC 6902) 12
test("500 hostile patches from any role are refused, and no department changes", async () => {
  expect(new Set(patches.map(({ title }) => title)).size).toBeGreaterThanOrEqual(500)
  const before = await world.digestDepartments()
  const wrong: string[] = []
  for (const [index, patch] of patches.entries()) {
    const { status } = await send(patch, index % 2 === 0 ? "v1.2" : "v1")
    const isRefused = patch.who ? [401, 403].includes(status) : status >= 400 && status <= 499
    if (!isRefused) wrong.push(`${status} ${patch.title}`)
  }
  expect(wrong).toEqual([])
  expect({}).not.toHaveProperty("polluted")
  expect(await world.digestDepartments()).toBe(before)
})

test("the valid operation in those patches succeeds on its own and changes the checksum", async () => {
  const before = await world.digestDepartments()
  const { status, body } = await send({ title: "", body: JSON.stringify([goodWrite]) }, "v1.2")
  expect([status, body.data.addressLine2]).toEqual([200, "Owned"])
  expect(await world.digestDepartments()).not.toBe(before)
})

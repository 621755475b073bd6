import { expect, test } from "vitest"
import { readNamesCsv } from "@/lib/server/names/read-names-csv"
import type { NamedUser } from "@/lib/server/names/table"
import { buildUserNames } from "."
import { countsFor } from "./counts"
import { departmentRow } from "./departments/rows"
import { listDepartments } from "./departments/tree"
import { population } from "./people"
import { readDemoRows } from "./test-rows"

const scale = 0.01

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

async function readPeople() {
  const people = new Map<string, NamedUser>()
  const onProblem = ({ line, message }: { line: number; message: string }) => {
    throw new Error(`line ${line} ${message}`)
  }
  const bytes = bytesOf(buildUserNames(scale))
  for await (const batch of readNamesCsv(bytes, { maxRows: population, onProblem }))
    for (const user of batch) people.set(user.id, user)
  return people
}

test("the demo's names file is valid and has everyone once, with a unique e-mail address", async () => {
  const people = await readPeople()
  expect(people.size).toBe(population)
  expect(new Set([...people.values()].map(({ email }) => email)).size).toBe(population)
  expect(buildUserNames(scale)).toBe(buildUserNames(scale))
})

test("it includes everyone that the demo's rows refer to", async () => {
  const people = await readPeople()
  const named = [
    ...[...readDemoRows("courseParticipation", scale)].map(({ values }) => values.userId),
    ...[...readDemoRows("department", scale)].map(({ values }) => values.managerUserId),
  ]
  expect(named.filter((id) => id !== null && !people.has(`${id}`))).toEqual([])
})

test("a manager works in a department that they lead", async () => {
  const people = await readPeople()
  const departments = listDepartments(countsFor(scale).departments)
  const led = new Map<string, string[]>()
  for (const node of departments) {
    const id = departmentRow(node).values.managerUserId ?? ""
    led.set(id, [...(led.get(id) ?? []), node.name])
  }
  led.delete("")
  for (const [id, names] of led) expect(names).toContain(people.get(id)?.department)
})

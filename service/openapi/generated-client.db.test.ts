import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import createClient from "openapi-fetch"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { catalogue, isFollow, parseListQuery, parseSearch, versions } from "@/lib/catalogue"
import { openDepartments, sampleDepartment } from "../testing/departments"
import { guidOf } from "../testing/small-data"
import { startTestService, type TestService } from "../testing/test-service"
import { type ClientFolder, writeClient } from "./testing/generated-client"
import { filtersMeant, listCalls, printCalls } from "./testing/print-calls"
import { lineOf, printWrongUses, wrongUses } from "./testing/wrong-uses"

const document = readFileSync(resolve(import.meta.dirname, "generated-client.md"), "utf8")
const program = /```ts\n([\s\S]+?)```/.exec(document)?.[1] ?? ""

/** The functions of the program in generated-client.md that the tests use. */
interface Program {
  openClients(baseUrl: string, token: string): { v12: object; v14: object }
  listDepartments(client: object, query: object): AsyncIterable<{ id: string; name: string }>
  readTemplate(client: object, id: string): Promise<{ id: string; name: string }>
  renameDepartment(client: object, department: object, name: string): Promise<{ name: string }>
}

type Call = (clients: object) => Promise<{ response: Response; error?: unknown }>

let service: TestService
let folder: ClientFolder
let complaints: string[]

beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
  const served = versions.map(async (version) => {
    const answer = await fetch(`${service.origin}/openapi/${version}.json`)
    return [version, await answer.text()] as const
  })
  folder = await writeClient(new Map(await Promise.all(served)), {
    "calls.ts": printCalls(catalogue),
    "program.ts": program,
    "wrong.ts": printWrongUses(),
  })
  complaints = await folder.check()
})
afterAll(async () => {
  await folder.remove()
  await service.stop()
})

// rules: OpenAPI 3
test("The client generated from the descriptions compiles with a call of every operation.", () => {
  expect(complaints.filter((line) => !line.startsWith("wrong.ts("))).toEqual([])
})

// rules: OpenAPI 3
test.each(wrongUses)("$what does not compile", (use) => {
  const here = complaints.filter((line) => line.startsWith(`wrong.ts(${lineOf(use)},`))
  expect(here).toEqual([expect.stringContaining(use.complaint)])
})

describe("the generated calls", () => {
  let calls: Record<string, Call>
  let clients: object
  let sent: URL[]
  beforeAll(async () => {
    calls = (await folder.load("calls.ts"))["calls"] as typeof calls
    const department = sampleDepartment({ id: guidOf("department"), name: "name 0" })
    await (await openDepartments(service)).load(department)
    const headers = { authorization: `Bearer ${await service.token()}` }
    const client = createClient({
      baseUrl: service.url,
      headers,
      fetch(request) {
        sent.push(new URL(request.url))
        return fetch(request)
      },
    })
    clients = Object.fromEntries(versions.map((version) => [version, client]))
  })

  const answer = async (name: string) => {
    sent = []
    const { response, error } = (await calls[name]?.(clients)) ?? {}
    return { status: response?.status, error }
  }

  // rules: OpenAPI 3
  test.each(listCalls(catalogue))("send the intended query: $name", async (call) => {
    expect(await answer(call.name)).toEqual({ status: 200 })
    const read = parseSearch(sent[0]?.search ?? "")
    const parsed = read.ok ? parseListQuery(call.operation, read.search) : read
    if (!parsed.ok || isFollow(parsed.query)) throw new Error(`This is no list query: ${sent[0]}`)
    expect(parsed.query.filters).toEqual(filtersMeant(call.operation, call.form))
    expect(parsed.query.limit).toBe(2)
  })

  const others = catalogue.operations.filter(({ kind }) => kind !== "list")
  // rules: OpenAPI 3
  test.each(others)("succeed: $id", async ({ id }) => {
    expect(await answer(id)).toEqual({ status: 200 })
  })
})

describe("the program of generated-client.md", () => {
  let run: Program
  let v12: object
  let v14: object
  beforeAll(async () => {
    run = (await folder.load("program.ts")) as unknown as Program
    const opened = run.openClients(service.url, await service.token())
    v12 = opened.v12
    v14 = opened.v14
  })
  const namesOf = async (query: object) => {
    const names: string[] = []
    for await (const { name } of run.listDepartments(v14, query)) names.push(name)
    return names
  }

  // rules: OpenAPI 3
  test("lists filtered and sorted records over several pages", async () => {
    const query = { name: { gt: "name 0", ne: "name 2" }, sort: "-name", limit: 1 }
    expect(await namesOf(query)).toEqual(["name 4", "name 3", "name 1"])
  })

  test("reads a record by id", async () => {
    const id = guidOf("communicationTemplate")
    expect(await run.readTemplate(v14, id)).toMatchObject({ id })
  })

  test("changes a department, and refuses a second change based on the old record", async () => {
    const department = sampleDepartment({ name: "Odense" })
    await (await openDepartments(service)).load(department)
    expect(await run.renameDepartment(v12, department, "Vejle")).toMatchObject({ name: "Vejle" })
    await expect(run.renameDepartment(v12, department, "Kolding")).rejects.toMatchObject({
      body: { errorCode: "test_failed" },
    })
    expect(await namesOf({ name: "Vejle" })).toEqual(["Vejle"])
  })

  // rules: OpenAPI 3
  test("throws an error with its code and details", async () => {
    await expect(namesOf({ sort: "colour" })).rejects.toMatchObject({
      body: { errorCode: "invalid_query", details: [{ parameter: "sort" }] },
    })
  })
})

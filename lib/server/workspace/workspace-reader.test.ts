import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { catalogue, WorkspaceError } from "../../catalogue"
import { createWorkspaceReader } from "./workspace-reader"

const id = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
let directory: string
let file: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "workspace-reader-"))
  file = join(directory, "workspace.json")
})
afterEach(() => rm(directory, { recursive: true }))

const write = (json: unknown) => writeFile(file, JSON.stringify(json))
const dataSets = (...names: string[]) => ({ dataSets: names.map((name) => ({ id, name })) })

test("a missing file is an empty workspace", async () => {
  expect(await createWorkspaceReader({ catalogue, file })()).toEqual({ entries: [] })
})

test("the file is read once until it changes", async () => {
  await write(dataSets("Sales"))
  const read = createWorkspaceReader({ catalogue, file })
  const first = await read()
  expect(first.entries).toMatchObject([{ kind: "dataSet", id, name: "Sales" }])
  expect(await read()).toBe(first)
})

// rules: What no endpoint tells 2
test("a changed file is read again", async () => {
  await write(dataSets("Sales"))
  const read = createWorkspaceReader({ catalogue, file })
  await read()
  await write(dataSets("Hours"))
  await utimes(file, new Date(0), new Date(0))
  expect((await read()).entries).toMatchObject([{ name: "Hours" }])
})

// rules: What no endpoint tells 2
test("a faulty file throws a coded error with each path", async () => {
  await write({ dataSets: [{ id: "x", name: "Sales" }], modules: [] })
  const error = await createWorkspaceReader({ catalogue, file })().catch((thrown) => thrown)
  expect(error).toBeInstanceOf(WorkspaceError)
  expect(error.code).toBe("invalid_workspace")
  expect(error.message).toContain("dataSets[0].id: must be a guid")
  expect(error.message).toContain("modules")
})

test("a file that is not JSON throws an error", async () => {
  await writeFile(file, "{")
  await expect(createWorkspaceReader({ catalogue, file })()).rejects.toThrow("It is not JSON")
})

test("a file that cannot be read throws a coded error, which is reported once", async () => {
  const reported: unknown[] = []
  const onFault = (error: WorkspaceError) => void reported.push(error)
  const read = createWorkspaceReader({ catalogue, file: directory, onFault })
  for (const _ of [1, 2]) {
    const error = await read().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(WorkspaceError)
    expect(error.problems).toMatchObject([{ path: "", fault: { code: "unreadable" } }])
  }
  expect(reported).toHaveLength(1)
})

// rules: What no endpoint tells 2
test("each faulty state of the file is reported once, however often it is read", async () => {
  const reported: (string | undefined)[] = []
  const onFault = ({ problems }: WorkspaceError) => void reported.push(problems[0]?.fault.code)
  const read = createWorkspaceReader({ catalogue, file, onFault })
  const readTwice = async () => {
    for (const _ of [1, 2]) await read().catch(() => {})
  }
  await readTwice()
  await writeFile(file, "{")
  await readTwice()
  await write({ dataSets: [{ id: "x", name: "Sales" }] })
  await readTwice()
  await write(dataSets("Sales"))
  await readTwice()
  expect(reported).toEqual(["no_json", "no_guid"])
})

// rules: What no endpoint tells 2
test("a corrected file is read without a restart", async () => {
  await writeFile(file, "{")
  const read = createWorkspaceReader({ catalogue, file })
  await read().catch(() => {})
  await write(dataSets("Sales"))
  expect((await read()).entries).toHaveLength(1)
})

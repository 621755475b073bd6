import fs from "node:fs"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openClusterFolder } from "./cluster-folder"
import { startPostgres } from "./supervisor"
import { createTestFolder, isRoot, query } from "./test-clusters"

let base: string
beforeEach(() => {
  base = createTestFolder()
})
afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

test("below a folder that the server cannot enter, the data is stored elsewhere and linked", async ({
  skip,
}) => {
  skip(!isRoot, "needs root")
  const closed = path.join(base, "closed")
  fs.mkdirSync(closed, { mode: 0o700 })
  const directory = path.join(closed, ".data", "postgres")
  const server = await startPostgres({ directory, databases: ["test"] })
  const real = fs.realpathSync(directory)
  expect(fs.lstatSync(directory).isSymbolicLink()).toBe(true)
  expect(real.startsWith(base)).toBe(false)
  expect(fs.statSync(path.join(real, "data")).uid).not.toBe(0)
  await query(server.url("test"), "create table kept as select 1 as one")
  await server.stop()
  const again = await startPostgres({ directory, databases: ["test"] })
  expect(await query(again.url("test"), "select * from kept")).toEqual([{ one: 1 }])
  await again.stop()
  fs.rmSync(real, { recursive: true })
})

test("data of another user keeps its owner when root starts it", ({ skip }) => {
  skip(!isRoot, "needs root")
  const directory = path.join(base, "postgres")
  fs.mkdirSync(path.join(directory, "data"), { recursive: true })
  for (const folder of [directory, path.join(directory, "data")])
    fs.chownSync(folder, 12_345, 12_345)
  expect(openClusterFolder(directory).user).toMatchObject({ uid: 12_345, gid: 12_345 })
})

test("data that root owns is refused with the command that fixes it", ({ skip }) => {
  skip(!isRoot, "needs root")
  const directory = path.join(base, "postgres")
  fs.mkdirSync(path.join(directory, "data"), { recursive: true })
  expect(() => openClusterFolder(directory)).toThrow(/belongs to uid 0, .*chown -R/)
})

test("a broken link, or a folder that cannot be created, is explained", ({ skip }) => {
  skip(isRoot, "needs an ordinary user")
  const link = path.join(base, "postgres")
  fs.symlinkSync(path.join(base, "nowhere"), link)
  expect(() => openClusterFolder(link)).toThrow(/is a link to .*nowhere/)
  fs.chmodSync(base, 0o500)
  expect(() => openClusterFolder(path.join(base, "other", "postgres"))).toThrow(
    /cannot be prepared/,
  )
  fs.chmodSync(base, 0o700)
})

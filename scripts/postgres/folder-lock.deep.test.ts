import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { takeLock } from "./folder-lock"
import { processIdentity } from "./processes"
import { createTestFolder } from "./test-clusters"

let folder: string
beforeEach(() => {
  folder = createTestFolder()
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const leave = (content: string) => fs.writeFileSync(path.join(folder, "lock-3.json"), content)

test("a held lock is refused with its holder's process id, and a released lock is free", async () => {
  const lock = await takeLock(folder)
  await expect(takeLock(folder)).rejects.toThrow(`already in use by process ${process.pid}`)
  lock.release()
  const next = await takeLock(folder)
  next.release()
})

test("of many concurrent attempts, exactly one gets the lock", async () => {
  leave(JSON.stringify({ pid: 1, identity: "another boot" }))
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(folder)))
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
})

test("a dead process's lock is free", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"])
  leave(JSON.stringify({ pid, identity: "gone" }))
  await takeLock(folder)
  expect(fs.readdirSync(folder)).toEqual(["lock-4.json"])
})

test("a lock whose process id is now another process's is free", async () => {
  leave(JSON.stringify({ pid: process.pid, identity: `not ${processIdentity(process.pid)}` }))
  await takeLock(folder)
})

test("a lock that was never fully written is free after a moment", async () => {
  leave("")
  await takeLock(folder)
  expect(fs.readdirSync(folder)).toEqual(["lock-4.json"])
})

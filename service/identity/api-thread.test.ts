import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, inject, onTestFinished, test } from "vitest"
import { openPool } from "@/lib/db"
import { findFreePort } from "@/scripts/free-port"
import { root } from "@/scripts/root"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { requestToken } from "../testing/test-service"

async function createDatabase(): Promise<string> {
  const administration = openPool(inject("databaseUrl"), { max: 1 })
  const name = `api_thread_${randomUUID().slice(0, 8)}`
  await administration.query(`create database "${name}"`)
  onTestFinished(async () => {
    await dropDatabase(administration, name)
    await administration.end()
  })
  const url = new URL(inject("databaseUrl"))
  url.pathname = `/${name}`
  return url.href
}

/** The program as it is started everywhere, which also tells its async ids. */
async function startProgram(databaseUrl: string) {
  const port = await findFreePort()
  const directory = await mkdtemp(join(tmpdir(), "service-"))
  const preload = join(root, "service", "identity", "testing", "tell-async-ids.mjs")
  const program = [join(root, "service", "main.ts")]
  const child = spawn(process.execPath, ["--import", preload, "--import", "tsx", ...program], {
    cwd: root,
    env: {
      NODE_ENV: "production",
      SERVICE_PORT: `${port}`,
      SERVICE_DATABASE_URL: databaseUrl,
      SERVICE_DEMO_SCALE: "0.001",
      SERVICE_WORKSPACE_FILE: join(directory, "workspace.json"),
      SERVICE_LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  })
  const ended = once(child, "exit")
  onTestFinished(async () => {
    child.kill("SIGKILL")
    await ended
    await rm(directory, { recursive: true })
  })
  return { child, ended, origin: `http://127.0.0.1:${port}` }
}

test("a service whose identity has answered has no async hooks in the thread of its API, and stops by itself", async () => {
  const { child, ended, origin } = await startProgram(await createDatabase())
  const statusOf = async (path: string, headers = {}) =>
    (await fetch(`${origin}${path}`, { headers }).catch(() => undefined))?.status
  await expect.poll(() => statusOf("/readyz")).toBe(200)
  const token = await requestToken(origin, "svc.api")
  const headers = { authorization: `Bearer ${token}` }
  expect(await statusOf("/api/v1/highscores", headers)).toBe(200)
  const told = new Promise<number[]>((resolve) => {
    child.on("message", (message: { asyncIds?: number[] }) => {
      if (message.asyncIds) resolve(message.asyncIds)
    })
  })
  child.send("async ids")
  expect(new Set(await told).size).toBe(1)
  child.kill("SIGTERM")
  expect((await ended)[0]).toBe(0)
})

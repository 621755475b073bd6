import { createHash, randomBytes, randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { openPool } from "@/lib/db"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { readConfig } from "./config"
import { demoClient } from "./identity/demo-client"
import { createServiceLog } from "./log"
import type { LoadProgress } from "./progress"
import { type RunningService, startService } from "./start"
import { createCookieBrowser } from "./testing/browser"

const publicOrigin = "http://localhost:8080"
const administration = openPool(inject("databaseUrl"), { max: 1 })
const database = `instances_${randomUUID().slice(0, 8)}`
let directory: string

interface Instance {
  readonly service: RunningService
  readonly origin: string
  /** The number of loaded demo rows at each progress report. */
  readonly loaded: readonly number[]
}

async function startInstance(name: string): Promise<Instance> {
  const databaseUrl = new URL(inject("databaseUrl"))
  databaseUrl.pathname = `/${database}`
  const config = readConfig({
    SERVICE_PORT: "0",
    SERVICE_DATABASE_URL: databaseUrl.href,
    SERVICE_PUBLIC_URL: `${publicOrigin}/api`,
    SERVICE_DEMO_SCALE: "0.001",
    SERVICE_DEMO_DAY: "2026-11-16",
    SERVICE_RATE_LIMIT: "0",
    SERVICE_WORKSPACE_FILE: join(directory, `${name}.json`),
  })
  const loaded: number[] = []
  const display = { show: ({ rows }: LoadProgress) => void loaded.push(rows), end: () => {} }
  const service = await startService(config, createServiceLog("silent"), display)
  return { service, origin: `http://127.0.0.1:${service.port}`, loaded }
}

let one: Instance
let two: Instance
beforeAll(async () => {
  await administration.query(`create database "${database}"`)
  directory = await mkdtemp(join(tmpdir(), "instances-"))
  ;[one, two] = await Promise.all([startInstance("one"), startInstance("two")])
})
afterAll(async () => {
  await Promise.all([one.service.stop(), two.service.stop()])
  await dropDatabase(administration, database)
  await administration.end()
  await rm(directory, { recursive: true })
})

/** Replaces the public origin with the instance's, like a load balancer. */
const at = ({ origin }: Instance, url: string) => url.replace(publicOrigin, origin)

function requestToken(instance: Instance, form: Record<string, string>): Promise<Response> {
  const client = { client_id: demoClient.id, client_secret: demoClient.secret }
  const body = new URLSearchParams({ ...client, ...form })
  return fetch(`${instance.origin}/oidc/token`, { method: "POST", body })
}

async function readToken(instance: Instance): Promise<Record<string, string>> {
  const answer = await requestToken(instance, {
    grant_type: "client_credentials",
    scope: "svc.api",
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

interface ListAnswer {
  readonly data: { readonly id: string }[]
  readonly nextUrl?: string
  readonly previousUrl?: string
}

describe("two instances started at the same time on an empty database", () => {
  // rules: Instances
  test("load the demo data once", () => {
    const loads = [one.loaded, two.loaded].filter(({ length }) => length > 0)
    expect(loads).toHaveLength(1)
    expect(loads[0]).toEqual(loads[0]?.toSorted((a, b) => a - b))
  })

  // rules: Instances
  test("accept each other's tokens", async () => {
    for (const [issuer, reader] of [
      [one, two],
      [two, one],
    ] as const) {
      const answer = await fetch(`${reader.origin}/api/v1/highscores`, {
        headers: await readToken(issuer),
      })
      expect(answer.status).toBe(200)
    }
  })

  // rules: Instances
  test("accept each other's cursors in both directions", async () => {
    const headers = await readToken(one)
    const read = async (instance: Instance, url: string) => {
      const answer = await fetch(at(instance, url), { headers })
      expect(answer.status).toBe(200)
      return (await answer.json()) as ListAnswer
    }
    const list = `${publicOrigin}/api/v1.4/departments`
    const all = (await read(one, list)).data
    const seen: string[] = []
    let url: string | undefined = `${list}?limit=2`
    let previous: string | undefined
    for (let page = 0; url !== undefined && seen.length < 100; page++) {
      const answer: ListAnswer = await read(page % 2 ? two : one, url)
      seen.push(...answer.data.map(({ id }) => id))
      url = answer.nextUrl
      previous = answer.previousUrl
      if (page === 1) {
        const back = await read(one, previous ?? "")
        expect(back.data.map(({ id }) => id)).toEqual(seen.slice(0, 2))
      }
    }
    expect(seen.length).toBeGreaterThan(2)
    expect(seen).toEqual(all.map(({ id }) => id).slice(0, seen.length))
  })

  // rules: Instances
  test("complete a sign-in that the other one started, and exchange its code", async () => {
    const browser = createCookieBrowser()
    const verifier = randomBytes(32).toString("base64url")
    const query = new URLSearchParams({
      client_id: demoClient.id,
      response_type: "code",
      scope: "openid profile email",
      redirect_uri: "http://localhost:3000/api/auth/callback/oidc",
      state: "state",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    })
    const nextOf = (response: Response) => {
      const { href, origin } = new URL(response.headers.get("location") ?? "", publicOrigin)
      const isOurs = [one, two].some((instance) => instance.origin === origin)
      return isOurs ? href.replace(origin, publicOrigin) : href
    }
    const page = nextOf(await browser.open(`${one.origin}/oidc/auth?${query}`))
    expect(page).toContain("/oidc/sign-in/")
    expect((await browser.open(at(two, page))).status).toBe(200)
    const person = { email: "hr@demo.test", password: "demo" }
    let address = nextOf(await browser.submit(at(two, page), person))
    for (let hop = 0; address.startsWith(publicOrigin); hop++)
      address = nextOf(await browser.open(at(hop % 2 ? two : one, address)))
    const tokens = await requestToken(two, {
      grant_type: "authorization_code",
      redirect_uri: "http://localhost:3000/api/auth/callback/oidc",
      code: new URL(address).searchParams.get("code") ?? "",
      code_verifier: verifier,
    })
    expect(tokens.status).toBe(200)
    expect(await tokens.json()).toMatchObject({ id_token: expect.any(String) })
  })

  test("accept the token of an instance that has stopped", async () => {
    const three = await startInstance("three")
    const headers = await readToken(three)
    await three.service.stop()
    expect(three.loaded).toEqual([])
    expect((await fetch(`${one.origin}/api/v1/highscores`, { headers })).status).toBe(200)
  })
})

import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { catalogue, type Operation, printPath, versions } from "@/lib/catalogue"
import { checkValue, type Json } from "@/lib/catalogue/openapi/testing/answer-check"
import { openPool } from "@/lib/db"
import { type ErrorCode, errorCodes } from "../errors"
import { openDepartments, sampleDepartment } from "../testing/departments"
import { guidOf, smallParameters } from "../testing/small-data"
import { startTestService, type TestService } from "../testing/test-service"
import { checkAnswer } from "./testing/answer-check"

const databaseUrl = inject("databaseUrl")
let now = Date.now()
let service: TestService
let hurried: TestService
let documents: Map<string, Json>
let departmentId: string

const readDescription = async (version: string) =>
  (await fetch(`${service.origin}/openapi/${version}.json`)).json() as Promise<Json>

beforeAll(async () => {
  service = await startTestService({ databaseUrl, clock: () => now, cursorTtlSeconds: 60 })
  const pool = { statementTimeoutMs: 500 }
  hurried = await startTestService({ databaseUrl, joins: service, rateLimit: 1, pool })
  const described = versions.map(async (version) => [version, await readDescription(version)])
  documents = new Map((await Promise.all(described)) as [string, Json][])
  const department = sampleDepartment()
  await (await openDepartments(service)).load(department)
  departmentId = department.id ?? ""
})
afterAll(async () => {
  await hurried.stop()
  await service.stop()
})

const documentOf = ({ version }: Operation) => documents.get(version) ?? {}

/** The status and error code of a response, and where it differs from its description. */
async function judge(operation: Operation, answer: Response) {
  const { errorCode } = (await answer.clone().json()) as { errorCode?: string }
  const problems = await checkAnswer(documentOf(operation), operation, answer)
  return { status: answer.status, errorCode, problems }
}

const pathOf = (operation: Operation) =>
  printPath(operation, {
    ...smallParameters(operation),
    ...(operation.kind === "patch" && { departmentId }),
  })

/** Requests an operation, by default so that it returns 200. */
const ask = (operation: Operation, init: RequestInit = {}, path = pathOf(operation)) =>
  service.get(path, {
    method: operation.method,
    ...(operation.kind === "patch" && { body: "[]" }),
    ...init,
  })

async function withToken(scope?: string, more: Record<string, string> = {}) {
  const authorization = `Bearer ${await service.token(scope)}`
  return { authorization, "content-type": "application/json", ...more }
}

// rules: OpenAPI 1
test("the description of each version is served without a token, and unknown versions are not", async () => {
  for (const version of versions)
    expect(await readDescription(version)).toMatchObject({
      openapi: "3.1.0",
      info: { version },
      servers: [{ url: service.url }],
    })
  const head = await fetch(`${service.origin}/openapi/v1.json`, { method: "HEAD" })
  expect(head.status).toBe(200)
  expect((await fetch(`${service.origin}/openapi/v2.json`)).status).toBe(404)
})

// rules: OpenAPI 2
test.each(catalogue.operations)("$id returns exactly what its description says", async (one) => {
  const answer = await ask(one, { headers: await withToken() })
  expect(await judge(one, answer)).toEqual({ status: 200, problems: [] })
})

const common: ErrorCode[] = [
  "unauthenticated",
  "insufficient_scope",
  "invalid_query",
  "invalid_path",
  "not_found",
]

describe("the errors that an operation can return", () => {
  // rules: OpenAPI 2
  test.each(catalogue.operations)("are described: $id", async (one) => {
    const headers = await withToken()
    const expectRefusal = async (answer: Promise<Response>, errorCode: ErrorCode) =>
      expect(await judge(one, await answer)).toMatchObject({ errorCode, problems: [] })
    await expectRefusal(ask(one, { headers: {} }), "unauthenticated")
    const other = one.domain === "kpis" ? "svc.api.training" : "svc.api.kpis"
    await expectRefusal(ask(one, { headers: await withToken(other) }), "insufficient_scope")
    await expectRefusal(ask(one, { headers }, `${pathOf(one)}?colour=red`), "invalid_query")
    const named = Object.entries(one.parameters)
    if (named.length === 0) return
    const everywhere = (value: string) =>
      printPath(one, Object.fromEntries(named.map(([name]) => [name, value])))
    await expectRefusal(ask(one, { headers }, everywhere("x")), "invalid_path")
    if (one.gates) return
    await expectRefusal(ask(one, { headers }, everywhere(guidOf("nobody"))), "not_found")
  })
})

const find = (id: string) => {
  const found = catalogue.operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`There is no operation ${id}.`)
  return found
}

const highscores = find("highscores")
const levels = find("highscore-levels")
const update = find("update-department")

const send = async (body: BodyInit, more?: Record<string, string>) =>
  ask(update, { headers: await withToken(undefined, more), body })
const patch = (operation: object) => send(JSON.stringify([operation]))

async function whileChanged(there: string, back: string, answer: () => Promise<Response>) {
  await service.query(there)
  const result = await answer()
  await service.query(back)
  return result
}

async function expire(): Promise<Response> {
  const first = await service.get("/v1/highscores?limit=1")
  const { nextUrl } = (await first.json()) as { nextUrl: string }
  now += 61_000
  return service.get(nextUrl.replace(service.url, ""))
}

async function overrun(): Promise<Response> {
  await hurried.get(pathOf(highscores))
  return hurried.get(pathOf(highscores))
}

async function stall(): Promise<Response> {
  const pool = openPool(databaseUrl, { max: 1 })
  const blocker = await pool.connect()
  await blocker.query(`begin; lock table "${service.schema}".highscore in access exclusive mode`)
  await service.query("truncate admitted_request")
  const answer = await hurried.get(pathOf(highscores))
  await blocker.query("rollback")
  blocker.release()
  await pool.end()
  return answer
}

const rare: [ErrorCode, Operation, () => Promise<Response>][] = [
  ["invalid_cursor", highscores, () => service.get("/v1/highscores?cursor=x")],
  ["cursor_expired", highscores, expire],
  [
    "feature_not_enabled",
    levels,
    () =>
      whileChanged(
        "update container set features = '{}' where kind = 'highscore'",
        "update container set features = '{levels}' where kind = 'highscore'",
        () => ask(levels),
      ),
  ],
  ["malformed_body", update, () => send("{")],
  ["malformed_patch", update, () => send("{}")],
  ["unsupported_media_type", update, () => send("[]", { "content-type": "text/plain" })],
  ["body_too_large", update, () => send(" ".repeat(65 * 1024))],
  ["test_failed", update, () => patch({ op: "test", path: "/name", value: "another" })],
  ["patch_not_applicable", update, () => patch({ op: "remove", path: "/name" })],
  ["rate_limited", highscores, overrun],
  ["unavailable", highscores, stall],
  [
    "internal",
    highscores,
    () =>
      whileChanged(
        "alter table highscore rename column name to away",
        "alter table highscore rename column away to name",
        () => ask(highscores),
      ),
  ],
]

// rules: OpenAPI 2
test.each(rare)("the error %s matches its description", async (errorCode, one, provoke) => {
  expect(await judge(one, await provoke())).toMatchObject({ errorCode, problems: [] })
})

const undescribed: [ErrorCode, path: string, method: string][] = [
  ["unknown_path", "/v1/nothing", "GET"],
  ["method_not_allowed", "/v1/highscores", "DELETE"],
]

test.each(undescribed)(
  "%s, which belongs to no operation, has the error format",
  async (code, path, method) => {
    const body = await (await service.get(path, { method })).json()
    expect(body).toMatchObject({ errorCode: code })
    expect(
      checkValue(documentOf(highscores), { $ref: "#/components/schemas/Error" }, body),
    ).toEqual([])
  },
)

test("Every error code is tested here.", () => {
  const provoked = [...common, ...rare.map(([code]) => code), ...undescribed.map(([code]) => code)]
  expect(provoked.toSorted()).toEqual(errorCodes.toSorted())
})

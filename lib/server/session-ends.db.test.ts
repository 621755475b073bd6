import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type DashboardInProcess, startDashboardInProcess } from "./testing/dashboard-in-process"

let dashboard: DashboardInProcess
beforeAll(async () => {
  dashboard = await startDashboardInProcess(inject("databaseUrl"))
})
afterAll(() => dashboard?.stop())

const query = (text: string) => dashboard.people.pool.query(text)

async function ask(path: string, asking: Parameters<DashboardInProcess["ask"]>[1]) {
  const answer = await dashboard.ask(path, asking)
  if (!answer) throw new Error("There is no such method.")
  return answer
}

async function signOut(cookie: string): Promise<Response> {
  const token = await ask("/api/auth/csrf", { cookie })
  const { csrfToken } = await token.json()
  const [own = ""] =
    token.headers
      .getSetCookie()
      .find((line) => line.includes("csrf"))
      ?.split(";") ?? []
  return ask("/api/auth/signout", {
    method: "POST",
    cookie: `${cookie}; ${own}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `${new URLSearchParams({ csrfToken, json: "true" })}`,
  })
}

test("a successful sign-out clears the cookie and ends the session", async () => {
  const cookie = await dashboard.people.cookieOf("hr@demo.test")
  expect((await ask("/api/recents", { cookie })).status).toBe(200)
  const answer = await signOut(cookie)
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().join("\n")).toMatch(/session-token=;/)
  expect((await ask("/api/recents", { cookie })).status).toBe(401)
})

// rules: Sessions 2
test("a sign-out that the database rejects responds 503 and keeps the cookie, so it can be retried", async () => {
  const cookie = await dashboard.people.cookieOf("hr@demo.test")
  await query("alter table dashboard.session rename to session_away")
  const answer = await signOut(cookie).finally(() =>
    query("alter table dashboard.session_away rename to session"),
  )
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: "sign_out_not_stored", retryAfter: 5 })
  expect(answer.headers.getSetCookie().join("\n")).not.toContain("session-token")
  expect((await signOut(cookie)).status).toBe(200)
  expect((await ask("/api/recents", { cookie })).status).toBe(401)
})

// rules: Sessions 2
test.each(["/api/exports", "/api/v1.4/departments", "/api/quota"])(
  "polling %s does not keep an idle session alive",
  async (path) => {
    await query("delete from dashboard.session")
    const cookie = await dashboard.people.cookieOf("hr@demo.test")
    await query("update dashboard.session set used_at = used_at - interval '29 min'")
    const idleMinutes = async () =>
      (
        await query(
          "select extract(epoch from now() - used_at) / 60 as idle from dashboard.session",
        )
      ).rows[0].idle
    for (let times = 0; times < 3; times += 1)
      expect((await ask(path, { cookie, headers: { "x-idle": "1" } })).status).toBe(200)
    expect(Number(await idleMinutes())).toBeGreaterThan(28)
    if (path === "/api/quota") return
    expect((await ask(path, { cookie })).status).toBe(200)
    expect(Number(await idleMinutes())).toBeLessThan(1)
  },
)

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Child } from "@/scripts/child"
import { findFreePort } from "@/scripts/free-port"
import { keepRunning } from "@/scripts/keep-running"
import { embeddedSettings, startDashboardProcess } from "@/scripts/stack"
import { createDatabases } from "./create-databases"
import { recorderUrl, serviceUrl } from "./environment"
import { expect, signIn, test } from "./people"

test("a killed dashboard restarts, and people stay signed in", async ({ browser }) => {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-restarts-"))
  const [databaseUrl = ""] = await createDatabases(["restarted"])
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const children: Child[] = []
  const lines: string[] = []
  const kept = await keepRunning({
    async start(signal) {
      const child = await startDashboardProcess({
        directory,
        host: "127.0.0.1",
        port,
        signal,
        environment: {
          ...embeddedSettings(Number(new URL(serviceUrl()).port)),
          REPORTING_API_URL: `${recorderUrl()}/api`,
          REPORTING_TOKEN_URL: `${recorderUrl()}/oidc/token`,
          NEXTAUTH_SECRET: "a secret of a dashboard that is killed",
          DATABASE_URL: databaseUrl,
          REPORTING_RATE_LIMIT: "100000",
          COPY_BUDGET: "0",
        },
      })
      children.push(child)
      return child
    },
    port,
    tell: (line) => lines.push(line),
  })
  try {
    const page = await browser.newPage()
    await signIn(page, "hr", `${url}/reports/departments`)
    const row = page.getByRole("grid").locator("[data-row]").first()
    await expect(row).toBeVisible()
    await children[0]?.kill()
    const isThere = () =>
      fetch(`${url}/healthz`)
        .then(({ status }) => status)
        .catch(() => 0)
    await expect.poll(isThere).toBe(200)
    await page.reload()
    await expect(row).toBeVisible()
    expect(lines).toEqual([
      "The dashboard ended (SIGKILL). It is started again (1 of 5 in 10 minutes).",
    ])
    await page.context().close()
  } finally {
    await kept.stop()
    rmSync(directory, { recursive: true, force: true })
  }
})

test("a dashboard with an http address on another machine does not start, and says what to do", async () => {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-insecure-"))
  const start = startDashboardProcess({
    directory,
    host: "127.0.0.1",
    port: await findFreePort(),
    environment: {
      ...embeddedSettings(Number(new URL(serviceUrl()).port)),
      NEXTAUTH_URL: "http://reports.test",
      NEXTAUTH_SECRET: "a secret of a dashboard that does not start",
      DATABASE_URL: "postgres://127.0.0.1:1/nothing",
    },
  })
  await expect(start).rejects.toThrow(
    /^The dashboard ended \(exit code 1\)\. NEXTAUTH_URL must begin with https:\/\/.*Put TLS in front of it\.$/,
  )
  rmSync(directory, { recursive: true, force: true })
})

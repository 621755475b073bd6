import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CollectedSpan, type Collector, startCollector } from "@/lib/tracing/testing/collector"
import { findFreePort } from "@/scripts/free-port"
import { embeddedSettings, startDashboardProcess, startServiceProcess } from "@/scripts/stack"
import { createDatabases } from "./create-databases"
import { expect, isAlive, signIn, test } from "./people"

/** A service and a dashboard of their own, each its own program, which send their spans to this collector. */
async function startTraced(collector: Collector) {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-traces-"))
  const [port, servicePort] = [await findFreePort(), await findFreePort()]
  const [serviceDatabase = "", databaseUrl = ""] = await createDatabases(["traced", "tracing"])
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const service = await startServiceProcess({
    directory,
    port: servicePort,
    databaseUrl: serviceDatabase,
    environment: { ...traces, SERVICE_DEMO_SCALE: "0.01", SERVICE_RATE_LIMIT: "0" },
  })
  const parts = [service]
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    parts.push(
      await startDashboardProcess({
        directory,
        host: "127.0.0.1",
        port,
        environment: {
          ...embeddedSettings(servicePort),
          ...traces,
          NEXTAUTH_SECRET: "a secret of a dashboard that is traced",
          DATABASE_URL: databaseUrl,
          WORKSPACE_FILE: join(directory, "workspace.json"),
          REPORTING_RATE_LIMIT: "100000",
          COPY_BUDGET: "0",
        },
      }),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://localhost:${port}`, stop }
}

const path = "/v1.4/departments"

/** The spans on the way of one read of departments that a page has made, from the browser down. */
function findRead(spans: readonly CollectedSpan[]) {
  const below = (parent: CollectedSpan | undefined, named: (span: CollectedSpan) => boolean) =>
    parent &&
    spans.find(
      (span) =>
        span.traceId === parent.traceId && span.parentSpanId === parent.spanId && named(span),
    )
  const isStatement = ({ attributes }: CollectedSpan) =>
    attributes["db.system.name"] === "postgresql"
  for (const browser of spans.filter(({ program }) => program.endsWith("-browser"))) {
    const backend = below(browser, ({ name }) => name === `GET /api${path}`)
    const call = below(backend, ({ attributes }) => attributes["url.template"] === path)
    const platform = below(call, ({ kind }) => kind === 2)
    const statement = below(platform, isStatement)
    if (statement) return { browser, backend, call, platform, statement }
  }
  return undefined
}

test("one read of a page is one trace, over browser, backend, platform and database", async ({
  browser,
}) => {
  const collector = await startCollector()
  const traced = await startTraced(collector)
  try {
    const page = await browser.newPage()
    await signIn(page, "hr", `${traced.url}/reports/departments`)
    await isAlive(page)
    await expect(page.locator('meta[name="trace-ratio"]')).toHaveAttribute("content", "1")
    await page.locator("[role=columnheader][aria-sort]").first().getByRole("button").first().click()
    await expect(page).toHaveURL(/[?&]sort=/)
    await expect.poll(() => findRead(collector.spans) !== undefined).toBe(true)
    const found = findRead(collector.spans)
    expect(found?.backend).toMatchObject({
      program: "workplace-reporting-dashboard",
      attributes: { "http.route": `/api${path}`, "workplace_reporting.data_source": "live" },
    })
    expect(found?.platform).toMatchObject({ program: "workplace-reporting-service" })

    // A page is a trace too, with what it asks of the backend while it is drawn, and nothing of Next's own.
    const pages = collector.spans.filter(({ name, kind }) => name === "GET" && kind === 2)
    const drawn = pages.find((span) =>
      collector.spans.some(
        ({ parentSpanId, name }) => parentSpanId === span.spanId && name === `GET /api${path}`,
      ),
    )
    expect(drawn?.parentSpanId).toBeUndefined()
    const scopes = collector.bodies.flatMap((body) => [
      ...body.matchAll(/"scope":\{"name":"([^"]*)"/g),
    ])
    expect(new Set(scopes.map(([, name]) => name))).toEqual(new Set(["workplace-reporting"]))
    expect(collector.bodies.join("")).not.toMatch(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-|sort=|demo\.test/i,
    )
    await page.context().close()
  } finally {
    await traced.stop()
    await collector.stop()
  }
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseYaml } from "@redocly/openapi-core"
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest"
import { z } from "zod"
import { findFreePort } from "@/scripts/free-port"
import { type DashboardInProcess, startDashboardInProcess } from "../testing/dashboard-in-process"
import { type CutProxy, startCutProxy } from "../testing/faults/cut-proxy"
import { type FaultProxy, passOn, startFaultProxy } from "../testing/faults/fault-proxy"
import { hasProgram, runProgram, startProgram } from "../testing/program-at-hand"

const [hasPromtool, hasPrometheus] = await Promise.all(["promtool", "prometheus"].map(hasProgram))
const root = resolve(import.meta.dirname, "../../..")
const folder = join(root, "deploy/prometheus")
const read = (path: string) => readFileSync(join(root, path), "utf8")

const rule = z.strictObject({
  alert: z.string().regex(/^(?:[A-Z][a-z]+)+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
  annotations: z.strictObject({
    summary: z.string().min(10),
    description: z.string().min(40),
    runbook_url: z.string(),
  }),
})
const rulesFile = z.strictObject({
  groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(rule) })]),
})
const { rules } = rulesFile.parse(parseYaml(read("deploy/prometheus/alerts.yml"))).groups[0]

const target = z.looseObject({ refId: z.string(), expr: z.string(), datasource: z.unknown() })
const panel = z.looseObject({
  id: z.number().int(),
  type: z.enum(["row", "stat", "timeseries"]),
  title: z.string().min(1),
  gridPos: z.strictObject({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(target).optional(),
})
const variable = z.looseObject({ name: z.string(), type: z.string() })
const grafana = z
  .looseObject({
    uid: z.string(),
    title: z.string(),
    schemaVersion: z.number().int().min(36),
    templating: z.strictObject({ list: z.array(variable) }),
    panels: z.array(panel),
  })
  .parse(JSON.parse(read("deploy/grafana/dashboard.json")))

/** Fills in Grafana's variables. */
const filled = (expression: string) =>
  expression.replaceAll("$__rate_interval", "5m").replace(/\$(job|instance)\b/g, ".+")

const panels = grafana.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [string, string] => [title, filled(expr)]),
)
const expressions = [...rules.map(({ alert, expr }): [string, string] => [alert, expr]), ...panels]

const metricPattern = /\b(?:workplace_reporting|reporting_service|process|nodejs)_\w+/g
const metricsIn = (expression: string) =>
  [...expression.matchAll(metricPattern)].map(([name]) => name)

let cut: CutProxy
let proxy: FaultProxy
let dashboard: DashboardInProcess
let cookie: string

beforeAll(async () => {
  dashboard = await startDashboardInProcess(inject("databaseUrl"), {
    adjust: async (parts) => {
      cut = await startCutProxy(parts.databaseUrl)
      proxy = await startFaultProxy(parts.service.origin, "http://127.0.0.1")
      return {
        DATABASE_URL: cut.url,
        REPORTING_API_URL: `${proxy.origin}/api`,
        REPORTING_TOKEN_URL: `${proxy.origin}/oidc/token`,
        REPORTING_RATE_LIMIT: "1000",
      }
    },
  })
  cookie = await dashboard.people.cookieOf("admin@demo.test")
})
afterAll(async () => {
  await dashboard.stop()
  await cut.cut()
  await proxy.shut()
})

const ask = (path: string) =>
  fetch(`http://${dashboard.address}${path}`, { headers: { cookie } }).then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
  }))
const readMetrics = async () => (await ask("/metrics")).text

/** The printed metric names, a histogram under its three suffixes. */
function namesIn(text: string): Set<string> {
  const names = [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => `${name}${end}`) : [name],
  )
  return new Set(names)
}

describe("The files for Prometheus and Grafana", () => {
  test("name only metrics that the programs print", async () => {
    const printed = await readMetrics()
    const service = await (await fetch(`${dashboard.service.origin}/metrics`)).text()
    const names = namesIn(`${printed}\n${service}`)
    expect(names.size).toBeGreaterThan(30)
    const unknown = expressions.flatMap(([title, expression]) =>
      metricsIn(expression).flatMap((name) => (names.has(name) ? [] : [`${title}: ${name}`])),
    )
    expect(unknown).toEqual([])
  })

  test("have rules with a unique name, a summary, a description and a runbook link", () => {
    expect(rules.length).toBeGreaterThan(18)
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { annotations } of rules)
      expect(annotations.runbook_url).toBe("docs/operations.md#alerts")
  })

  const operations = join(root, "docs/operations.md")
  test.runIf(existsSync(operations))("have a row for each alert in the operations guide", () => {
    const text = readFileSync(operations, "utf8")
    const missing = rules.filter(({ alert }) => !text.includes(`\n| \`${alert}\` |`))
    expect(missing.map(({ alert }) => alert)).toEqual([])
  })

  test("have a test that fires each rule", () => {
    const tests = [...read("deploy/prometheus/alerts.test.yml").matchAll(/alertname="(\w+)"/g)]
    const fired = new Set(tests.map(([, name]) => name))
    expect(rules.flatMap(({ alert }) => (fired.has(alert) ? [] : [alert]))).toEqual([])
  })

  test("contain a Grafana dashboard with panels in rows that do not overlap, and a data source variable", () => {
    const { panels: all, templating } = grafana
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
      ["datasource", "datasource"],
      ["job", "query"],
      ["instance", "query"],
    ])
    expect(all.filter(({ type }) => type === "row").map(({ title }) => title)).toEqual([
      "State",
      "Traffic",
      "Latency",
      "Quota and platform",
      "Copies",
      "Exports and edits",
      "Database",
      "Process",
      "Reference service",
    ])
    const cells = all.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(all.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
    for (const { type, targets = [] } of all) {
      expect(targets.length > 0).toBe(type !== "row")
      for (const { datasource } of targets)
        expect(datasource).toEqual({
          type: "prometheus",
          uid: expect.stringMatching(/^\$\{datasource\}$/),
        })
    }
  })
})

describe("promtool, if installed,", () => {
  const check = (...parameters: string[]) => runProgram("promtool", parameters, folder)

  test("fires each alert after its duration, and no other", async ({ skip }) => {
    if (!hasPromtool) skip("promtool is not on this machine: the alerts are not fired here.")
    expect(await check("test", "rules", "alerts.test.yml")).toMatchObject({ isFine: true })
    // The scrape configuration loads the same rules.
    expect(await check("check", "config", "scrape.yml")).toMatchObject({ isFine: true })
  })

  test("parses every expression of the Grafana dashboard", async ({ skip }) => {
    if (!hasPromtool) skip("promtool is not on this machine: the expressions are not read here.")
    const own = mkdtempSync(join(tmpdir(), "workplace-reporting-rules-"))
    onTestFinished(() => rmSync(own, { recursive: true }))
    const file = join(own, "panels.yml")
    const written = panels.map(([, expr], at) => ({ record: `panel:number:${at}`, expr }))
    writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules: written }] }))
    const { isFine, text } = await check("check", "rules", file)
    expect({ isFine, text }).toEqual({
      isFine: true,
      text: expect.stringContaining(`${panels.length} rules found`),
    })
  })
})

/**
 * Starts a real Prometheus that scrapes the dashboard by the example configuration, every three
 * seconds.
 */
async function startPrometheus(targets: { readonly dashboard: string; readonly service: string }) {
  const own = mkdtempSync(join(tmpdir(), "workplace-reporting-prometheus-"))
  const config = read("deploy/prometheus/scrape.yml")
    .replace("127.0.0.1:3000", targets.dashboard)
    .replace("127.0.0.1:4010", targets.service)
    .replace("scrape_interval: 15s", "scrape_interval: 3s")
  writeFileSync(join(own, "prometheus.yml"), config)
  writeFileSync(join(own, "alerts.yml"), read("deploy/prometheus/alerts.yml"))
  const address = `127.0.0.1:${await findFreePort()}`
  const program = startProgram(
    "prometheus",
    [
      "--config.file=prometheus.yml",
      "--storage.tsdb.path=data",
      `--web.listen-address=${address}`,
      "--log.level=error",
    ],
    own,
  )
  /** The number of series of an expression; 0 while Prometheus starts. */
  async function countOf(query: string): Promise<number> {
    const url = `http://${address}/api/v1/query?${new URLSearchParams({ query })}`
    const answer = await fetch(url).catch(() => undefined)
    return answer?.ok ? (await answer.json()).data.result.length : 0
  }
  return {
    countOf,
    async stop() {
      await program.stop()
      rmSync(own, { recursive: true, force: true })
    },
  }
}

type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? "absent_rule"
const figure = (text: string, series: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.split(" ")[1] ?? Number.NaN,
  )

describe("A real dashboard", () => {
  let prometheus: Prometheus | undefined

  beforeAll(async () => {
    expect((await ask("/api/views?report=departments")).status).toBe(200)
    expect((await ask("/api/v1.4/departments?limit=50")).status).toBe(200)
    if (!hasPrometheus) return
    const service = new URL(dashboard.service.origin).host
    prometheus = await startPrometheus({ dashboard: dashboard.address, service })
  })
  afterAll(() => prometheus?.stop())

  /** Expects the alert's expression to be true of the scraped metrics. Skips without Prometheus. */
  async function expectTrue(name: string, skip: (note: string) => void) {
    const found = prometheus
    if (!found) return skip(`prometheus is not on this machine: ${name} is not evaluated here.`)
    await expect.poll(() => found.countOf(exprOf(name)), { timeout: 30_000 }).toBeGreaterThan(0)
  }

  test("fires no alert while it works", async ({ skip }) => {
    const found = prometheus
    if (!found) return skip("prometheus is not on this machine: no alert is evaluated here.")
    await expect
      .poll(() => found.countOf("count_over_time(workplace_reporting_ready[1m]) > 1"))
      .toBe(1)
    const trueOnes = await Promise.all(
      rules.map(async ({ alert, expr }) => ((await found.countOf(expr)) > 0 ? [alert] : [])),
    )
    // EventLoopLag depends on the machine's cores.
    const others = ["EventLoopLag"]
    expect(trueOnes.flat().filter((name) => !others.includes(name))).toEqual([])
  })

  test("counts a platform page that leads to another host", async ({ skip }) => {
    proxy.script = async (call) => {
      if (call.isToken) return call.pass()
      const { status, text } = await call.ask()
      const led = text.replace(/"nextUrl":"[^"]*"/, '"nextUrl":"https://elsewhere.test/next"')
      call.response.writeHead(status, { "content-type": "application/json" }).end(led)
    }
    expect((await ask("/api/v1.4/departments?limit=1")).status).toBe(502)
    proxy.script = passOn
    const name = 'workplace_reporting_faults_total{part="foreign_page"}'
    expect(figure(await readMetrics(), name)).toBe(1)
    await expectTrue("ForeignPage", skip)
  })

  test("reports an open breaker while the platform is down", async ({ skip }) => {
    proxy.script = ({ response }) => response.writeHead(500).end("{}")
    for (let limit = 2; limit < 12; limit += 1) await ask(`/api/v1.4/departments?limit=${limit}`)
    expect(figure(await readMetrics(), "workplace_reporting_breaker_open")).toBe(1)
    await expectTrue("PlatformDown", skip)
    proxy.script = passOn
  })

  test("reports refused requests and waiting statements under overload", async ({ skip }) => {
    const { pool } = dashboard.people
    const client = await pool.connect()
    await client.query("begin; lock table dashboard.saved_view in access exclusive mode")
    const asked = Array.from({ length: 300 }, () => ask("/api/views?report=departments"))
    await expect
      .poll(async () =>
        figure(await readMetrics(), 'workplace_reporting_problems_total{code="too_busy"}'),
      )
      .toBeGreaterThan(0)
    const text = await readMetrics()
    expect(figure(text, 'workplace_reporting_database_waiting{pool="requests"}')).toBeGreaterThan(0)
    if (prometheus) await expectTrue("DatabaseConnectionsExhausted", skip)
    await client.query("rollback")
    client.release()
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(44)
    await expectTrue("RequestsShed", skip)
  })

  test("reports that it is not ready while the database is unreachable", async ({ skip }) => {
    await cut.cut()
    await expect.poll(async () => figure(await readMetrics(), "workplace_reporting_ready")).toBe(0)
    // Figures are cached for five seconds.
    await expect.poll(readMetrics).not.toMatch(/^workplace_reporting_edits_unknown /m)
    await expectTrue("InstanceNotReady", skip)
    await cut.restore()
    await expect.poll(async () => figure(await readMetrics(), "workplace_reporting_ready")).toBe(1)
    await expect.poll(readMetrics).toMatch(/^workplace_reporting_edits_unknown 0$/m)
  })
})

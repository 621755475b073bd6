import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext, Page } from "@playwright/test"
import { catalogue, fieldsOf, listOperations, singleOperations } from "@/lib/catalogue"
import { dashboardUrl, recorderUrl, secrets } from "./environment"
import { type Canary, findLeaks, LeakScan } from "./leak-scan"
import { expect, mayRead, type Role, roles, test } from "./people"
import { recordedCalls } from "./recorded"
import { reportUrl } from "./report-page"
import { answeringPath, gatedPath } from "./service-api"

/** The client's secret, the session's secret, the tokens and cursors in use, and the platform's address. */
async function canaries(): Promise<Canary[]> {
  const calls = await recordedCalls()
  const tokens = calls.flatMap(({ token }) => token ?? [])
  const cursors = calls.flatMap(({ path }) => {
    const cursor = new URL(path, "http://localhost").searchParams.get("cursor")
    return cursor ?? []
  })
  const values = [
    ...secrets().map((value) => ({ name: "secret", value })),
    ...[...new Set(tokens)].map((value) => ({ name: "token", value })),
    ...[...new Set(cursors)].map((value) => ({ name: "upstream cursor", value })),
    { name: "upstream address", value: new URL(recorderUrl()).host },
  ]
  expect(tokens.length).toBeGreaterThan(0)
  expect(cursors.length).toBeGreaterThan(0)
  return values
}

async function everyPage(role: Role): Promise<string[]> {
  const paths = ["/"]
  for (const operation of listOperations(catalogue)) {
    const gated = await gatedPath(operation)
    paths.push(reportUrl(operation, await answeringPath(operation)))
    if (gated) paths.push(reportUrl(operation, gated))
  }
  for (const operation of singleOperations(catalogue))
    paths.push(
      `/records/${operation.id}/${Object.values(await answeringPath(operation)).join("/")}`,
    )
  const dataPoints = listOperations(catalogue).find(({ id }) => id === "data-points")
  if (dataPoints && mayRead(role, "kpis"))
    paths.push(`/kpis/${Object.values(await answeringPath(dataPoints)).join("/")}`)
  return [...paths, "/nowhere"]
}

/** Opens the paths in a few pages side by side, since each is waited for until it is quiet. */
async function visitAll(context: BrowserContext, paths: readonly string[], scan: LeakScan) {
  const left = [...paths]
  const visitSome = async () => {
    const page = await context.newPage()
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.goto(path)
      await page.waitForLoadState("networkidle")
      await scan.keepState(page)
    }
    await page.close()
  }
  await Promise.all([visitSome(), visitSome(), visitSome()])
}

async function askBesidePages(page: Page) {
  await page.goto("/")
  // Follows the platform's cursors, whose own text must stay behind.
  const list = await page.request.get("/api/v1.4/departments?limit=5")
  const { nextUrl } = (await list.json()) as { nextUrl?: string }
  await page.evaluate(async (path) => (await fetch(path)).text(), nextUrl ?? "/")
  await page.evaluate(async () => (await fetch("/api/v1.4/departments?colour=red")).text())
  await page.evaluate(async () => (await fetch("/api/auth/session")).text())
  await page.evaluate(async () => (await fetch("/api/auth/error?error=Callback")).text())
  await page.evaluate(async () => (await fetch("/api/quota")).text())
  for (const path of ["/", "/reports/departments", "/kpis"])
    await page.evaluate(
      async (url) => (await fetch(url, { headers: { rsc: "1" } })).text(),
      `${path}?_rsc=scan`,
    )
  await page.evaluate(async () => (await fetch("/api/quota")).text())
}

/** A list whose records carry addresses of the platform, where the person may read one. */
function findListToExport(role: Role) {
  const lists = listOperations(catalogue).filter(({ domain }) => mayRead(role, domain))
  const hasLinks = lists.find((operation) =>
    Object.values(fieldsOf(catalogue, operation)).some(({ link }) => link),
  )
  return hasLinks ?? lists[0]
}

/** Exports a list, looks at the exports, and reads the file and its manifest. */
async function readExport(page: Page, role: Role, scan: LeakScan) {
  const operation = findListToExport(role)
  if (!operation) throw new Error(`${role} reads no list.`)
  const order = {
    ...{ operation: operation.id, parameters: await answeringPath(operation), format: "csv" },
  }
  await page.goto("/exports")
  const id = await page.evaluate(async (body) => {
    const headers = { "content-type": "application/json", "x-requested-with": "dashboard" }
    const started = await fetch("/api/exports", { method: "POST", headers, body })
    return (await started.json()).id as string
  }, JSON.stringify(order))
  await page.reload()
  await expect(page.locator(`a[href="/api/exports/${id}/file"]`)).toBeVisible()
  await scan.keepState(page)
  const read = (name: string) =>
    page.evaluate(async (path) => (await fetch(path)).text(), `/api/exports/${id}/${name}`)
  expect((await read("file")).split("\n").length).toBeGreaterThan(2)
  expect(await read("manifest")).toContain("complete")
}

for (const role of roles)
  test(`nothing that ${role}'s browser gets or keeps holds a token, a secret or the platform's address`, async ({
    browser,
    sessionOf,
  }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({ storageState: await sessionOf(role) })
    const scan = new LeakScan(context, dashboardUrl())
    await visitAll(context, await everyPage(role), scan)
    const page = await context.newPage()
    await askBesidePages(page)
    await readExport(page, role, scan)
    await scan.keepState(page)
    const found = await scan.findLeaks(await canaries())
    await context.close()
    expect(scan.size).toBeGreaterThan(200)
    expect(found).toEqual([])
  })

test("no script or style that the dashboard serves holds a secret", async () => {
  const folder = join(import.meta.dirname, "..", ".next", "static")
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(js|css|map|json)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([])
  const all = await canaries()
  const found = files.flatMap((file) =>
    findLeaks(file, readFileSync(join(folder, file), "utf8"), all),
  )
  expect(found).toEqual([])
})

const plants: { where: string; plant: (page: Page, value: string) => Promise<void> }[] = [
  {
    where: "local storage",
    plant: (page, value) => page.evaluate((text) => localStorage.setItem("x", text), value),
  },
  {
    where: "session storage",
    plant: (page, value) =>
      page.evaluate((text) => sessionStorage.setItem("x", btoa(`a${text}`)), value),
  },
  {
    where: "a cookie",
    plant: (page, value) =>
      page
        .context()
        .addCookies([{ name: "x", value: encodeURIComponent(value), url: dashboardUrl() }]),
  },
  {
    where: "the document",
    plant: (page, value) =>
      page.evaluate((text) => document.body.setAttribute("data-x", text), value),
  },
  {
    where: "an answer",
    plant: async (page, value) => {
      await page.route("**/api/v1.4/planted", (route) =>
        route.fulfill({ json: { nextUrl: `http://x/${value}` } }),
      )
      await page.evaluate(async () => (await fetch("/api/v1.4/planted")).text())
    },
  },
  {
    where: "a header",
    plant: async (page, value) => {
      await page.route("**/api/v1.4/planted", (route) =>
        route.fulfill({ headers: { "x-planted": value }, body: "" }),
      )
      await page.evaluate(async () => (await fetch("/api/v1.4/planted")).text())
    },
  },
  {
    where: "a database of the browser",
    plant: (page, value) =>
      page.evaluate(
        (text) =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open("x")
            opening.onupgradeneeded = () => opening.result.createObjectStore("x")
            opening.onsuccess = () => {
              const change = opening.result.transaction("x", "readwrite")
              change.objectStore("x").put({ deep: [text] }, "x")
              change.oncomplete = () => {
                opening.result.close()
                resolve()
              }
            }
          }),
        value,
      ),
  },
  {
    where: "a payload of server components",
    plant: async (page, value) => {
      await page.route("**/planted?_rsc=1", (route) =>
        route.fulfill({
          contentType: "text/x-component",
          body: `0:["$","p",null,{"a":"${value}"}]`,
        }),
      )
      await page.evaluate(async () => (await fetch("/planted?_rsc=1")).text())
    },
  },
  {
    where: "a script",
    plant: async (page, value) => {
      await page.route("**/_next/static/planted.js", (route) =>
        route.fulfill({
          contentType: "text/javascript",
          body: `self.planted=atob("${btoa(value)}")`,
        }),
      )
      await page.evaluate(async () => (await fetch("/_next/static/planted.js")).text())
    },
  },
  {
    where: "an error page",
    plant: async (page, value) => {
      await page.route("**/planted-error", (route) =>
        route.fulfill({ status: 500, contentType: "text/html", body: `<pre>at ${value}</pre>` }),
      )
      await page.goto("/planted-error")
    },
  },
]

for (const { where, plant } of plants)
  test(`the scan finds a canary planted in ${where}`, async ({ openAs }) => {
    const page = await openAs("hr")
    const scan = new LeakScan(page.context(), dashboardUrl())
    await page.goto("/")
    const [canary] = secrets().map((value) => ({ name: "secret", value }))
    if (!canary) throw new Error("There is no canary to plant.")
    await plant(page, canary.value)
    await scan.keepState(page)
    expect((await scan.findLeaks([canary])).length).toBeGreaterThan(0)
  })

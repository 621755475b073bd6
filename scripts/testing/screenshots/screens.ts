import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { copyDataSet } from "@/e2e/copy-data-set"
import { copyList, untilAllCopied } from "@/e2e/copy-list"
import { reportUrl } from "@/e2e/report-page"
import { answeringPath, askService } from "@/e2e/service-api"
import { shownCatalogue } from "@/e2e/shown-catalogue"
import {
  type Area,
  type ListOperation,
  listOperations,
  type SingleOperation,
  singleOperations,
} from "@/lib/catalogue"
import { areaPaths } from "@/lib/client"
import { messages } from "@/lib/client/messages/en"
import { root } from "../../root"
import { listMoments } from "./moments"
import type { Screen } from "./screen"

/** Runs in the page. */
async function saveViews(views: readonly object[]): Promise<void> {
  for (const view of views)
    await fetch("/api/views", {
      method: "POST",
      headers: { "content-type": "application/json", "x-requested-with": "dashboard" },
      body: JSON.stringify(view),
    })
}

/** What was saved for the picture before it has the same names, and stays. */
async function saveSome(page: Page): Promise<void> {
  const operation = listOperations(shownCatalogue).find(({ record }) => record === "dataPoint")
  const { dataSetId } = operation ? await answeringPath(operation) : {}
  await page.evaluate(saveViews, [
    {
      report: "departments",
      name: "Stores in Denmark",
      search: "type=Store&contentCulture=da-DK",
      role: "hr",
      pinned: false,
    },
    {
      report: "summary:all-stage-reviews",
      name: "Reviews that wait, by form",
      search: "status=Pending&group=formId&measure=count",
      role: null,
      pinned: true,
    },
    {
      report: `kpi:${dataSetId}`,
      name: "The year by month",
      search: "bucket=month&range=last-12-months",
      role: "analyst",
      pinned: true,
    },
  ])
  await page.reload()
  await expect(page.getByRole("row")).toHaveCount(4)
}

const pages: readonly Screen[] = [
  {
    name: "sign-in",
    title: "Signing in",
    group: "pages",
    route: "signin",
    path: "/signin",
    person: "nobody",
  },
  { name: "home", title: "Home", group: "pages", route: "", path: "/", act: untilAllCopied },
  ...Object.entries(areaPaths)
    .filter(([area]) => area !== "kpis")
    .map(([area, path]) => ({
      name: `area-${path}`,
      title: `${messages.frame.areas[area as Area]} at a glance`,
      group: "pages" as const,
      route: "[area]",
      path: `/${path}`,
      act: untilAllCopied,
    })),
  {
    name: "saved",
    title: "Saved",
    group: "pages",
    route: "saved",
    path: "/saved",
    act: saveSome,
  },
  { name: "all-data", title: "All data", group: "pages", route: "data", path: "/data" },
  {
    name: "departments-tree",
    title: "Departments as a tree",
    group: "pages",
    route: "organisation/tree",
    path: "/organisation/tree",
  },
  {
    name: "departments-table",
    title: "Departments as a table",
    group: "pages",
    route: "organisation/table/[[...version]]",
    path: "/organisation/table",
  },
  {
    name: "departments-bulk",
    title: "Several departments edited",
    group: "pages",
    route: "organisation/bulk",
    path: "/organisation/bulk",
  },
  {
    name: "departments-import",
    title: "Departments from a file",
    group: "pages",
    route: "organisation/import",
    path: "/organisation/import",
  },
  { name: "settings", title: "Settings", group: "pages", route: "settings", path: "/settings" },
  { name: "sessions", title: "Sessions", group: "pages", route: "sessions", path: "/sessions" },
]

const reportOf = async (operation: ListOperation): Promise<Screen> => ({
  name: `report-${operation.id}`,
  title: operation.title,
  group: "reports",
  route: "reports/[report]",
  path: reportUrl(operation, await answeringPath(operation)),
})

/** A store's page, and what has become of an edit of it that was sent as a batch. */
async function departmentsOf(): Promise<Screen[]> {
  const answer = await askService("/v1.4/departments?type=Store&limit=1")
  const { data } = (await answer.json()) as { data: { id: string; city: string | null }[] }
  const [store] = data
  if (!store) throw new Error("The demo data has no store.")
  const { id: recordId, city } = store
  const patch = JSON.stringify([
    { op: "test", path: "/city", value: city },
    { op: "replace", path: "/city", value: "Odense" },
  ])
  const path = `/organisation/${recordId}`
  const group = "pages"
  return [
    { name: "department", title: "A department", group, route: "organisation/[id]", path },
    {
      name: "departments-batch",
      title: "A bulk edit",
      group,
      path,
      route: "organisation/batches/[id]",
      async act(page) {
        const id = await page.evaluate(startBatch, { title: "City", items: [{ recordId, patch }] })
        await page.goto(`/organisation/batches/${id}`)
      },
    },
    {
      name: "activity",
      title: "Changes",
      group,
      route: "organisation/changes",
      path: "/organisation/changes",
    },
  ]
}

/** Runs in the page. */
async function startBatch(batch: object): Promise<string> {
  const answer = await fetch("/api/departments/batches", {
    method: "POST",
    headers: { "content-type": "application/json", "x-requested-with": "dashboard" },
    body: JSON.stringify(batch),
  })
  const { id } = await answer.json()
  return id
}

/** The first one copies the data set, the others show its copy. */
async function chartsOf(operation: ListOperation): Promise<Screen[]> {
  if (operation.id !== "data-points") return []
  const dataSet = `/figures/${Object.values(await answeringPath(operation)).join("/")}`
  const year = `${dataSet}?range=last-12-months&zone=Europe/Copenhagen`
  const shared = { group: "pages", route: "figures/[dataSetId]", act: copyDataSet } as const
  return [
    { ...shared, name: "kpi", title: "A KPI", path: `${year}&bucket=week&group=label` },
    {
      ...shared,
      name: "kpi-compared",
      title: "A KPI against last year and a target",
      path: `${year}&bucket=month&range=year&target=Budget@2025-01-01:10000000@2026-04-01:12000000`,
    },
    {
      ...shared,
      name: "kpi-heat",
      title: "A KPI by department",
      path: `${year}&bucket=month&group=department&chart=heat`,
    },
    {
      ...shared,
      name: "kpi-week",
      title: "A KPI by weekday and hour",
      path: `${year}&bucket=day&pattern=week&chart=heat`,
    },
    {
      ...shared,
      name: "kpi-points",
      title: "The points behind a value",
      path: `${year}&bucket=month`,
      act: openPoints,
    },
    {
      ...shared,
      name: "kpi-nothing",
      title: "A KPI where no point is",
      path: `${dataSet}?range=1990-01-01..1990-12-31&bucket=month`,
    },
    { name: "kpis", title: "KPIs", group: "pages", route: "figures", path: "/figures" },
  ]
}

/** Of lists that have no parameters, so that one copy is all of them. */
function summariesOf(operation: ListOperation): Screen[] {
  if (operation.id !== "question-participations") return []
  const path = `/reports/all-${operation.id}/summary`
  const shared = {
    group: "pages",
    route: "reports/[report]/summary",
    act: (page: Page) => copyList(page, operation.id),
  } as const
  const share = "measure=share:isCorrectAnswer=false"
  return [
    {
      ...shared,
      name: "summary",
      title: "A summary by lesson",
      path: `${path}?group=courseLessonId&${share}&measure=count&measure=average:points`,
    },
    {
      ...shared,
      name: "summary-pivot",
      title: "A summary as a pivot",
      path: `${path}?group=courseLessonId&group=creationDateTime:quarter&measure=count&layout=pivot`,
    },
    {
      ...shared,
      name: "summary-time",
      title: "A summary over time",
      path: `${path}?group=creationDateTime:month&group=isCorrectAnswer&measure=count&${share}`,
    },
    { ...shared, name: "summary-plain", title: "A summary that has just been opened", path },
  ]
}

async function openPoints(page: Page) {
  await copyDataSet(page)
  await page.getByRole("application").focus()
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog").getByRole("table")).toBeVisible()
}

async function recordsOf(operation: SingleOperation): Promise<Screen[]> {
  const { id, title } = operation
  const ids = Object.values(await answeringPath(operation)).join("/")
  const [name, path, group] = [`record-${id}`, `/data/${id}`, "records" as const]
  return [
    {
      name: `${name}-open`,
      title: `${title}: which one`,
      group,
      route: "data/[operation]",
      path,
    },
    { name, title, group, route: "data/[operation]/[...ids]", path: `${path}/${ids}` },
  ]
}

/** The routes that answer with a page, by their folders below app, without groups. */
const listRoutes = (): string[] =>
  readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|[\\/])page\.tsx$/.test(file))
    .map((file) => file.split(/[\\/]/).slice(0, -1))
    .map((folders) => folders.filter((folder) => !folder.startsWith("(")).join("/"))

/** Every page, reports and records by the catalogue with ids of the demo data; throws where a route has none. */
export async function listScreens(): Promise<Screen[]> {
  const lists = listOperations(shownCatalogue)
  const screens = (
    await Promise.all([
      pages,
      departmentsOf(),
      ...lists.map(chartsOf),
      ...lists.map(summariesOf),
      ...lists.map(async (operation) => [await reportOf(operation)]),
      ...singleOperations(shownCatalogue).map(recordsOf),
      listMoments(),
    ])
  ).flat()
  const shown = new Set(screens.map(({ route }) => route))
  const missing = listRoutes().filter((route) => !shown.has(route))
  if (missing.length > 0) throw new Error(`No screenshot shows ${missing.join(", ")}.`)
  return screens
}

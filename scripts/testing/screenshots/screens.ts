import { readdirSync } from "node:fs"
import { join } from "node:path"
import { reportUrl } from "@/e2e/report-page"
import { answeringPath } from "@/e2e/service-api"
import { catalogue, listOperations, singleOperations } from "@/lib/catalogue"
import { root } from "../../root"

/** A page of the dashboard: its picture's name, its title, the route that answers it, and its path. */
export interface Screen {
  readonly name: string
  readonly title: string
  /** As its folder below app is named. */
  readonly route: string
  readonly path: string
}

const fixed: readonly Screen[] = [
  { name: "sign-in", title: "Signing in", route: "signin", path: "/signin" },
  { name: "overview", title: "Overview", route: "", path: "/" },
  { name: "records", title: "Records by id", route: "records", path: "/records" },
  { name: "exports", title: "Exports", route: "exports", path: "/exports" },
  { name: "kpis", title: "KPIs", route: "kpis", path: "/kpis" },
  { name: "settings", title: "Settings", route: "settings", path: "/settings" },
]

/** Development only. */
const undelivered = ["design"]

/** The routes that answer with a page, by their folders below app, without groups. */
const listRoutes = (): string[] =>
  readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|[\\/])page\.tsx$/.test(file))
    .map((file) => file.split(/[\\/]/).slice(0, -1))
    .map((folders) => folders.filter((folder) => !folder.startsWith("(")).join("/"))

/** Every page, reports and records by the catalogue with ids of the demo data; throws where a route has none. */
export async function listScreens(): Promise<Screen[]> {
  const screens = [...fixed]
  for (const operation of listOperations(catalogue)) {
    const path = await answeringPath(operation)
    const { id, title } = operation
    screens.push({
      name: `report-${id}`,
      title,
      route: "reports/[report]",
      path: reportUrl(operation, path),
    })
    const [dataSetId] = id === "data-points" ? Object.values(path) : []
    if (dataSetId)
      screens.push({
        name: "kpi",
        title: "A KPI",
        route: "kpis/[dataSetId]",
        path: `/kpis/${dataSetId}`,
      })
  }
  for (const operation of singleOperations(catalogue)) {
    const { id, title } = operation
    const ids = Object.values(await answeringPath(operation)).join("/")
    const [name, path] = [`record-${id}`, `/records/${id}`]
    screens.push(
      { name: `${name}-open`, title: `${title}: by id`, route: "records/[operation]", path },
      { name, title, route: "records/[operation]/[...ids]", path: `${path}/${ids}` },
    )
  }
  const shown = new Set([...undelivered, ...screens.map(({ route }) => route)])
  const missing = listRoutes().filter((route) => !shown.has(route))
  if (missing.length > 0) throw new Error(`No screenshot shows ${missing.join(", ")}.`)
  return screens
}

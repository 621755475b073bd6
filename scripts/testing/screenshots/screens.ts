import { copyDataSet } from "@/e2e/copy-data-set"
import { untilAllCopied } from "@/e2e/copy-list"
import { openChoices } from "@/e2e/export-page"
import { answeringPath, askService, operationOf } from "@/e2e/service-api"
import type { Screen } from "./screen"

const filtered = "/reports/departments?type=Store&sort=dataSource,-lastModifiedDateTime"

/** The dashboard's path of a store in the demo data. */
async function findStore(): Promise<string> {
  const answer = await askService("/v1.4/departments?type=Store&limit=1")
  const { data } = (await answer.json()) as { data: { id: string }[] }
  const [store] = data
  if (!store) throw new Error("The demo data has no store.")
  return `/organisation/${store.id}`
}

/** The path below a prefix with the ids of an operation's answering path. */
const addressOf = async (prefix: string, operation: string): Promise<string> =>
  [prefix, ...Object.values(await answeringPath(operationOf(operation)))].join("/")

/** The pages that show the product best, with ids of the demo data. */
export async function listScreens(): Promise<Screen[]> {
  const dataSet = await addressOf("/figures", "data-points")
  const year = `${dataSet}?range=last-12-months&zone=Europe/Copenhagen`
  return [
    { name: "home", title: "Home", path: "/", person: "hr", act: untilAllCopied },
    { name: "area-news", title: "News", path: "/news", act: untilAllCopied },
    { name: "departments", title: "A report, filtered and sorted", path: filtered },
    {
      name: "export",
      title: "What to export",
      path: filtered,
      act: async (page) => void (await openChoices(page)),
    },
    {
      name: "record-content-post",
      title: "A post",
      path: await addressOf("/data/content-post", "content-post"),
    },
    { name: "departments-tree", title: "Departments as a tree", path: "/organisation/tree" },
    { name: "department", title: "A department", path: await findStore() },
    {
      name: "departments-import",
      title: "Departments from a file",
      path: "/organisation/import",
    },
    {
      name: "kpi",
      title: "A KPI by week and label",
      path: `${year}&bucket=week&group=label`,
      act: copyDataSet,
    },
    {
      name: "kpi-compared",
      title: "A KPI against last year and a target",
      path: `${year}&bucket=month&range=year&target=Budget@2025-01-01:10000000@2026-04-01:12000000`,
      act: copyDataSet,
    },
  ]
}

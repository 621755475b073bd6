import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { catalogue, listOperations, matchPath, parseListQuery } from "@/lib/catalogue"
import { streamOf } from "@/service/demo/random"
import { buildWorkspace } from "@/service/demo/workspace"
import { listReports, pickReport } from "./reports"

function readReports() {
  const folder = mkdtempSync(join(tmpdir(), "reports-"))
  const file = join(folder, "workspace.json")
  writeFileSync(file, JSON.stringify(buildWorkspace({ catalogue, scale: 0.1 })))
  const reports = listReports(file)
  rmSync(folder, { recursive: true })
  return reports
}

/** The operation of a page's URL, if the operation accepts its query. */
function operationOf(url: string): string | undefined {
  const [path = "", search = ""] = url.replace(/^\/api/, "").split("?")
  const match = matchPath(catalogue, "GET", path)
  if (match.kind !== "operation" || match.operation.kind !== "list") return undefined
  const parsed = parseListQuery(match.operation, new URLSearchParams(search))
  return parsed.ok ? match.operation.id : undefined
}

test("Every URL of a report is valid for its list, and every list without a feature gate or parent list has a report.", () => {
  const reports = readReports()
  const read = reports.map(({ first, reversed, own }) =>
    [first, reversed, own(1, 2)].map(operationOf),
  )
  for (const [first, reversed, own] of read) expect([reversed, own]).toEqual([first, first])
  const expected = listOperations(catalogue)
    .filter(({ gates, id }) => !gates && id !== "highscore-levels")
    .map(({ id }) => id)
  expect(new Set(read.flat())).toEqual(new Set(expected))
})

test("A person's own query differs from all others and from earlier ones, and is the same in every run.", () => {
  const [report] = readReports()
  const [again] = readReports()
  const urls = [
    report?.own(1, 1),
    report?.own(1, 2),
    report?.own(2, 1),
    report?.first,
    report?.reversed,
  ]
  expect(new Set(urls).size).toBe(urls.length)
  expect(again?.own(1, 1)).toBe(report?.own(1, 1))
})

test("The first report is opened far more often than the last one, which is also opened.", () => {
  const reports = readReports()
  const stream = streamOf("popular")
  const picked = Array.from({ length: 2000 }, () => pickReport(reports, stream))
  const front = picked.filter((report) => report === reports[0]).length
  const back = picked.filter((report) => report === reports.at(-1)).length
  expect(back).toBeGreaterThan(0)
  expect(front).toBeGreaterThan(back * 3)
})

import { readFileSync } from "node:fs"
import { listPathLevels, type PathLevel, workspaceChoices } from "@/components/reports/path-choices"
import { sortInForce } from "@/components/reports/sort-order"
import {
  catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type PathParameters,
  parseWorkspace,
  type Role,
  readableDomains,
  type Workspace,
} from "@/lib/catalogue"
import { firstPageUrl, pageSort } from "@/lib/client/list-url"
import { guidOf } from "@/service/demo/guid"
import { type RandomStream, streamOf } from "@/service/demo/random"

/** A report with the URLs that its page requests, such as `/api/v1.4/departments?limit=100`. */
export interface Report {
  readonly domain: Domain
  /** The URL on opening. */
  readonly first: string
  /** The URL in reverse order, which people choose next. */
  readonly reversed: string
  /** The URL with a filter that is unique to a person and matches every record. */
  readonly own: (person: number, step: number) => string
}

/** How many of each kind that a path names people open. */
const choicesEach = 2

function pathsOf(
  workspace: Workspace,
  steps: readonly PathLevel[],
  chosen: PathParameters = {},
): PathParameters[] {
  const index = Object.keys(chosen).length
  const step = steps[index]
  if (!step) return [chosen]
  return workspaceChoices(workspace, steps, index, chosen)
    .slice(0, choicesEach)
    .flatMap(({ id }) => pathsOf(workspace, steps, { ...chosen, [step.parameter]: id }))
}

function reportOf(operation: ListOperation, parameters: PathParameters): Report {
  const url = (query: Partial<Parameters<typeof firstPageUrl>[2]>) =>
    firstPageUrl(operation, parameters, { filters: [], sort: [], ...query })
  const [property = "id"] =
    Object.entries(operation.properties).find(
      ([, { type, filter }]) => type === "guid" && filter,
    ) ?? []
  return {
    domain: operation.domain,
    first: url({ sort: pageSort(operation) }),
    reversed: url({
      sort: sortInForce(operation, []).map((term) => ({ ...term, descending: !term.descending })),
    }),
    own: (person, step) =>
      url({
        filters: [{ property, operator: "ne", value: guidOf("own", person, step) }],
        sort: pageSort(operation),
      }),
  }
}

/**
 * Every list without a feature gate, at the first paths in the workspace file, most popular first.
 */
export function listReports(workspaceFile: string): Report[] {
  const parsed = parseWorkspace(catalogue, JSON.parse(readFileSync(workspaceFile, "utf8")))
  if (!parsed.ok) throw new Error("The workspace file cannot be read.")
  const reports = listOperations(catalogue)
    .filter(({ gates = [] }) => gates.length === 0)
    .flatMap((operation) =>
      pathsOf(parsed.workspace, listPathLevels(catalogue, operation)).map((parameters) =>
        reportOf(operation, parameters),
      ),
    )
  const rank = new Map(reports.map((report) => [report, streamOf("rank", report.first).fraction()]))
  return reports.toSorted((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0))
}

/** The reports that a role may read. */
export function reportsOf(role: Role, reports: readonly Report[]): Report[] {
  const domains = new Set<Domain>(readableDomains[role])
  return reports.filter(({ domain }) => domains.has(domain))
}

/** A random report; earlier ones are more likely. */
export const pickReport = (reports: readonly Report[], stream: RandomStream): Report | undefined =>
  reports[Math.floor(stream.fraction() ** 2 * reports.length)]

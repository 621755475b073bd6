import {
  type Catalogue,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
  type Row,
  singleOperations,
} from "@/lib/catalogue"
import { departmentHref, departmentRecord } from "@/lib/client"

/** The source of a related page's path parameter: the report's own path, or the row's id. */
type ParameterSource = { readonly parameter: string } | "row"

type SourceEntry = readonly [name: string, source: ParameterSource]

/** A page linked from a report's rows; serializable. */
export interface RelatedPage {
  readonly kind: "record" | "report" | "department"
  readonly operation: string
  readonly title: string
  /** In the target path's order; the target page asks for later ones that are missing. */
  readonly parameters: readonly SourceEntry[]
}

function sourcesFor(from: ListOperation, target: Operation): SourceEntry[] {
  const own = Object.entries(from.parameters)
  return Object.entries(target.parameters).flatMap(([name, kind]): SourceEntry[] => {
    if (kind === from.record) return [[name, "row"]]
    const match = own.find(([, ownKind]) => ownKind === kind)
    return match ? [[name, { parameter: match[0] }]] : []
  })
}

const leadsFromRow = (parameters: readonly SourceEntry[]) =>
  parameters.some(([, source]) => source === "row")

const ownPageOf = ({ id, title }: ListOperation): RelatedPage => ({
  kind: "department",
  operation: id,
  title,
  parameters: [["id", "row"]],
})

/**
 * The record page of a list's rows and the reports within them, if the path names the row's type.
 */
export function relatedPages(catalogue: Catalogue, operation: ListOperation): RelatedPage[] {
  const pageOf = (kind: RelatedPage["kind"], target: Operation): RelatedPage => ({
    kind,
    operation: target.id,
    title: target.title,
    parameters: sourcesFor(operation, target),
  })
  const records = singleOperations(catalogue)
    .filter((target) => target.record === operation.record)
    .map((target) => pageOf("record", target))
    .filter((page) => page.parameters.length > 0)
  if (operation.record === departmentRecord) return [ownPageOf(operation)]
  const reports = listOperations(catalogue).map((target) => pageOf("report", target))
  return [...records, ...reports].filter((page) => leadsFromRow(page.parameters))
}

/** The address of a related page for a row; undefined if the row has no id. */
export function relatedHref(
  page: RelatedPage,
  parameters: PathParameters,
  row: Row,
): string | undefined {
  const values = page.parameters.map(([name, source]) => {
    const value = source === "row" ? row["id"] : parameters[source.parameter]
    return [name, typeof value === "string" ? value : ""] as const
  })
  if (values.some(([, value]) => value === "")) return undefined
  if (page.kind === "department") return departmentHref(values[0]?.[1] ?? "")
  if (page.kind === "record")
    return `/data/${page.operation}/${values.map(([, value]) => encodeURIComponent(value)).join("/")}`
  const search = new URLSearchParams(values.map(([name, value]) => [`path.${name}`, value]))
  return `/reports/${page.operation}?${search}`
}

/** The ids of a row's path: those of the report, and in a whole list the row's own. */
export function pathOfRow(
  { within }: ListOperation,
  parameters: PathParameters,
  row: Row,
): PathParameters {
  if (!within) return parameters
  const ids = Object.keys(within).map((name) => [name, row[name]] as const)
  return Object.fromEntries(
    ids.filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  )
}

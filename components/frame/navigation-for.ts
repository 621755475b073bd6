import {
  type Area,
  areas,
  type Catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type Operation,
  singleOperations,
  wholeLists,
} from "@/lib/catalogue"
import { departmentRecord } from "@/lib/client"

/** A page of the navigation: a report, the finder of a by-id record, the charts of the data sets, or the tree of the departments. */
export interface NavigationItem {
  readonly kind: "report" | "record" | "charts" | "tree"
  /** The operation's id. */
  readonly id: string
  readonly title: string
  readonly href: string
  readonly deprecated: boolean
  /** The type of the records that it shows. */
  readonly record: string
  /** What its path names, outermost first. */
  readonly path: readonly PathPart[]
  /** Its rows can be asked for by their id. */
  readonly isListedById: boolean
}

/** One path parameter: the kind of thing that it names, and what people call such a thing. */
export interface PathPart {
  readonly parameter: string
  readonly kind: string
  readonly title: string
}

export interface NavigationArea {
  readonly area: Area
  readonly items: readonly NavigationItem[]
  /** Pages that others lead to: found by their names, and not in the navigation. */
  readonly more: readonly NavigationItem[]
}

/** The kind of container whose points have charts of their own. */
const charted = "dataSet"

const isDepartmentList = ({ record, parameters }: ListOperation) =>
  record === departmentRecord && Object.keys(parameters).length === 0

/** The whole lists of what people look for over all modules, forms and calendars; points of all data sets are for administrators, who come from one. */
const isLookedFor = ({ record, within = {} }: ListOperation) =>
  record !== "dataPoint" && Object.keys(within).length > 0

const wholeItem = (catalogue: Catalogue, list: ListOperation): NavigationItem => ({
  ...factsOf(catalogue, list),
  kind: "report",
  href: `/reports/${list.id}`,
  isListedById: false,
})

function itemsOf(catalogue: Catalogue, area: Area, domains: ReadonlySet<Domain>): NavigationItem[] {
  const visible = (operation: { area: Area; domain: Domain }) =>
    operation.area === area && domains.has(operation.domain)
  const lists = listOperations(catalogue).filter(visible)
  const charts = lists.filter((list) => Object.values(list.parameters).includes(charted))
  const trees = lists.filter(isDepartmentList).slice(0, 1)
  const shownAs = (list: ListOperation, page: Pick<NavigationItem, "kind" | "href">) => ({
    ...factsOf(catalogue, list),
    ...page,
    deprecated: false,
    isListedById: false,
  })
  return [
    ...charts.map((list) => shownAs(list, { kind: "charts", href: "/kpis" })),
    ...trees.map((list) => shownAs(list, { kind: "tree", href: "/departments" })),
    ...lists.flatMap((list) => [
      {
        ...({ kind: "report", href: `/reports/${list.id}` } as const),
        ...factsOf(catalogue, list),
        isListedById: list.properties["id"]?.filter === true,
      },
      ...wholeLists(catalogue)
        .filter((whole) => whole.wholeOf === list.id && isLookedFor(whole))
        .map((whole) => wholeItem(catalogue, whole)),
    ]),
    ...singleOperations(catalogue)
      .filter(visible)
      .map((single) => ({
        ...({ kind: "record", href: `/records/${single.id}` } as const),
        ...factsOf(catalogue, single),
        isListedById: false,
      })),
  ]
}

const factsOf = ({ containers }: Catalogue, operation: Operation) => ({
  id: operation.id,
  title: operation.title,
  deprecated: operation.deprecated !== undefined,
  record: operation.record,
  path: Object.entries(operation.parameters).map(([parameter, kind]) => ({
    parameter,
    kind,
    title: containers[kind]?.title ?? kind,
  })),
})

/** The areas and pages that a person with these domains may read, in the catalogue's order; empty areas are left out. */
export const navigationFor = (
  catalogue: Catalogue,
  domains: ReadonlySet<Domain>,
): NavigationArea[] =>
  areas
    .map((area) => ({
      area,
      items: itemsOf(catalogue, area, domains),
      more: wholeLists(catalogue)
        .filter((whole) => whole.area === area && domains.has(whole.domain))
        .filter(({ within = {} }) => Object.keys(within).length === 0)
        .map((whole) => wholeItem(catalogue, whole)),
    }))
    .filter(({ items }) => items.length > 0)

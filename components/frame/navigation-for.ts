import {
  type Area,
  areas,
  type Catalogue,
  type Domain,
  listOperations,
  singleOperations,
} from "@/lib/catalogue"

/** A page of the navigation: a report, the finder of a by-id record, or the charts of the data sets. */
export interface NavigationItem {
  readonly kind: "report" | "record" | "charts"
  /** The operation's id. */
  readonly id: string
  readonly title: string
  readonly href: string
  readonly deprecated: boolean
}

export interface NavigationArea {
  readonly area: Area
  readonly items: readonly NavigationItem[]
}

/** The kind of container whose points have charts of their own. */
const charted = "dataSet"

function itemsOf(catalogue: Catalogue, area: Area, domains: ReadonlySet<Domain>): NavigationItem[] {
  const visible = (operation: { area: Area; domain: Domain }) =>
    operation.area === area && domains.has(operation.domain)
  const lists = listOperations(catalogue).filter(visible)
  const charts = lists.filter((list) => Object.values(list.parameters).includes(charted))
  return [
    ...charts.map(({ id, title }) => ({
      ...({ kind: "charts", id, title, href: "/kpis", deprecated: false } as const),
    })),
    ...lists.map(({ id, title, deprecated }) => ({
      ...({ kind: "report", id, title, href: `/reports/${id}` } as const),
      deprecated: deprecated !== undefined,
    })),
    ...singleOperations(catalogue)
      .filter(visible)
      .map(({ id, title, deprecated }) => ({
        ...({ kind: "record", id, title, href: `/records/${id}` } as const),
        deprecated: deprecated !== undefined,
      })),
  ]
}

/** The areas and pages that a person with these domains may read, in the catalogue's order; empty areas are left out. */
export const navigationFor = (
  catalogue: Catalogue,
  domains: ReadonlySet<Domain>,
): NavigationArea[] =>
  areas
    .map((area) => ({ area, items: itemsOf(catalogue, area, domains) }))
    .filter(({ items }) => items.length > 0)

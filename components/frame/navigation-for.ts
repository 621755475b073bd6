import {
  type Area,
  type Catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type Operation,
  singleOperations,
  wholeLists,
} from "@/lib/catalogue"
import { areaPaths, departmentRecord, operationHref } from "@/lib/client"

type OrganisationPage = "tree" | "table" | "changes"

/**
 * A page of an area: a list of records, the finder of a by-id record, the charts of the data sets,
 * or a page of the organisation.
 */
export interface NavigationItem {
  readonly kind: "report" | "record" | "charts" | OrganisationPage
  /** The operation's id. */
  readonly id: string
  readonly title: string
  readonly href: string
  readonly deprecated: boolean
  /** The type of its records. */
  readonly record: string
  /** The path parameters, outermost first. */
  readonly path: readonly PathPart[]
  /** True if its rows can be requested by id. */
  readonly isListedById: boolean
  /** True if it shows one platform operation and belongs to "All data". */
  readonly isOfPlatform: boolean
}

/** One path parameter: the kind that it identifies, and the label of that kind. */
export interface PathPart {
  readonly parameter: string
  readonly kind: string
  readonly title: string
}

/** An area for one kind of content: its own page, and the pages below it. */
export interface NavigationArea {
  readonly area: Area
  readonly href: `/${string}`
  readonly items: readonly NavigationItem[]
  /** Pages reached from others: found by name, but not in the navigation. */
  readonly more: readonly NavigationItem[]
}

/**
 * Points of all data sets are for administrators, who open them from a data set; departments have
 * their own pages.
 */
const isInNavigation = ({ record }: ListOperation) =>
  record !== "dataPoint" && record !== departmentRecord

const factsOf = ({ containers }: Catalogue, operation: Operation) => ({
  id: operation.id,
  title: operation.title,
  deprecated: operation.deprecated !== undefined,
  record: operation.record,
  isListedById: false,
  isOfPlatform: false,
  path: Object.entries(operation.parameters).map(([parameter, kind]) => ({
    parameter,
    kind,
    title: containers[kind]?.title ?? kind,
  })),
})

const reportItem = (catalogue: Catalogue, list: ListOperation): NavigationItem => ({
  ...factsOf(catalogue, list),
  kind: "report",
  href: operationHref(list),
  isOfPlatform: list.wholeOf === undefined,
  isListedById: list.wholeOf === undefined && list.properties["id"]?.filter === true,
})

/** The kind of container whose points have charts of their own. */
const charted = "dataSet"

const isDepartmentList = ({ record, parameters }: ListOperation) =>
  record === departmentRecord && Object.keys(parameters).length === 0

/** A page of the organisation that shows the departments of that list. */
const organisationItem =
  (catalogue: Catalogue, kind: OrganisationPage) =>
  (list: ListOperation): NavigationItem => ({
    ...factsOf(catalogue, list),
    kind,
    href: `/${areaPaths.departments}/${kind}`,
  })

function areaFor(catalogue: Catalogue, area: Area, domains: ReadonlySet<Domain>): NavigationArea {
  const isVisible = (operation: { area: Area; domain: Domain }) =>
    operation.area === area && domains.has(operation.domain)
  const lists = listOperations(catalogue).filter(isVisible)
  const whole = wholeLists(catalogue).filter(isVisible)
  const reports = (of: readonly ListOperation[]) => of.map((list) => reportItem(catalogue, list))
  const organisation = lists.filter(isDepartmentList).slice(0, 1)
  const own = (kind: OrganisationPage) => organisation.map(organisationItem(catalogue, kind))
  const charts = lists
    .filter(({ parameters }) => Object.values(parameters).includes(charted))
    .map(
      (list): NavigationItem => ({
        ...factsOf(catalogue, list),
        kind: "charts",
        href: `/${areaPaths[area]}`,
      }),
    )
  const records = singleOperations(catalogue)
    .filter(isVisible)
    .map(
      (single): NavigationItem => ({
        ...factsOf(catalogue, single),
        kind: "record",
        href: operationHref(single),
        isOfPlatform: true,
      }),
    )
  return {
    area,
    href: `/${areaPaths[area]}`,
    items: [
      ...own("tree"),
      ...own("table"),
      ...reports(whole.filter(isInNavigation)),
      ...own("changes"),
    ],
    more: [
      ...charts,
      ...reports(whole.filter((list) => !isInNavigation(list))),
      ...reports(lists),
      ...records,
    ],
  }
}

/**
 * The areas and pages that a person with these domains may read, in navigation order; omits empty
 * areas.
 */
export const navigationFor = (
  catalogue: Catalogue,
  domains: ReadonlySet<Domain>,
): NavigationArea[] =>
  (Object.keys(areaPaths) as Area[])
    .map((area) => areaFor(catalogue, area, domains))
    .filter(({ items, more }) => items.length + more.length > 0)

/**
 * A page's place in the navigation: its area, its item, and whether that is an operation of "All
 * data".
 */
export interface NavigationPosition {
  readonly area: NavigationArea
  /** Undefined for the area's own page, and for pages only below it. */
  readonly item?: NavigationItem
  readonly isOperation: boolean
}

/** True for the page itself and the pages below it. */
export const isPageOf = (pathname: string, href: string): boolean =>
  pathname === href || pathname.startsWith(`${href}/`)

/**
 * A page's place by its path; undefined for pages outside the areas. Records belong to their area,
 * operations do not.
 */
export function positionOf(
  pathname: string,
  navigation: readonly NavigationArea[],
): NavigationPosition | undefined {
  for (const area of navigation) {
    const { href, items, more } = area
    const item = [...items, ...more].find(
      (each) => each.href !== href && isPageOf(pathname, each.href),
    )
    if (item) return { area, item, isOperation: item.isOfPlatform && pathname === item.href }
    if (isPageOf(pathname, href)) return { area, isOperation: false }
  }
  return undefined
}

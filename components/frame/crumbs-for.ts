import type { Crumb } from "../ui/breadcrumbs"
import { shortenId } from "../ui/short-id"
import { type FramePage, framePages } from "./frame-pages"
import type { NavigationArea, NavigationItem } from "./navigation-for"

/** The words of the way that are not in the navigation itself. */
export interface CrumbTexts {
  readonly overview: string
  readonly area: (area: NavigationArea["area"]) => string
  readonly item: (item: NavigationItem) => string
  /** The name of something that a page's address names by id, where it is known. */
  readonly name: (id: string) => string | undefined
  readonly page: (page: FramePage) => string
}

const isWithin = (pathname: string, href: string) =>
  pathname === href || pathname.startsWith(`${href}/`)

/** The way to a page by its path: overview, area, page, and the record or data set that it shows. */
export function crumbsFor(
  pathname: string,
  navigation: readonly NavigationArea[],
  texts: CrumbTexts,
): Crumb[] {
  for (const { area, items } of navigation) {
    const item = items.find(({ href }) => isWithin(pathname, href))
    if (!item) continue
    const rest = pathname.slice(item.href.length).split("/").filter(Boolean)
    const id = rest.at(-1)
    const page = { label: texts.item(item), ...(id !== undefined && { href: item.href }) }
    const shown = id === undefined ? [] : [{ label: texts.name(id) ?? shortenId(id) }]
    return [{ label: texts.overview, href: "/" }, { label: texts.area(area) }, page, ...shown]
  }
  const pages = Object.keys(framePages) as FramePage[]
  const beside = pages.find((page) => isWithin(pathname, framePages[page].href))
  if (beside) return [{ label: texts.overview, href: "/" }, { label: texts.page(beside) }]
  return [{ label: texts.overview, ...(pathname !== "/" && { href: "/" }) }]
}

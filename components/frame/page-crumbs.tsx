"use client"

import { usePathname } from "next/navigation"
import { useTranslations } from "use-intl"
import { ownValue, parseGuid } from "@/lib/catalogue"
import { Breadcrumbs, type Crumb } from "../ui/breadcrumbs"
import { useCrumbNames } from "../ui/crumb-name"
import { shortenId } from "../ui/short-id"
import { useFrame, useItemTitle } from "./frame-context"
import { type FramePage, framePages } from "./frame-pages"
import { isPageOf, type NavigationArea, type NavigationItem, positionOf } from "./navigation-for"

/** Breadcrumb texts that are not in the navigation. */
export interface CrumbTexts {
  readonly home: string
  readonly area: (area: NavigationArea["area"]) => string
  readonly item: (item: NavigationItem) => string
  /** The name for an id in a page's address, if known. */
  readonly name: (id: string) => string | undefined
  readonly page: (page: FramePage) => string
  readonly targets: string
}

/** A page and the thing it shows, by name or short id. */
function pageCrumbs(pathname: string, href: string, label: string, texts: CrumbTexts): Crumb[] {
  const parts = pathname.slice(href.length).split("/").filter(Boolean)
  const last = parts.at(-1)
  if (last === undefined) return [{ label }]
  const nameOf = (id: string) => texts.name(id) ?? (parseGuid(id) && shortenId(id))
  if (last === "targets" && parts.length === 2) {
    const [id = ""] = parts
    return [
      { label, href },
      { label: nameOf(id) ?? id, href: `${href}/${id}` },
      { label: texts.targets },
    ]
  }
  const shown = nameOf(last)
  return [{ label, href }, ...(shown === undefined ? [] : [{ label: shown }])]
}

/** Breadcrumbs by path: home, area, page, and the record or data set. */
export function crumbsFor(
  pathname: string,
  navigation: readonly NavigationArea[],
  texts: CrumbTexts,
): Crumb[] {
  const home = { label: texts.home, href: "/" }
  const position = positionOf(pathname, navigation)
  if (position) {
    const { area, item, isOperation } = position
    const label = texts.area(area.area)
    if (!item) return [home, ...pageCrumbs(pathname, area.href, label, texts)]
    const above = isOperation
      ? { label: texts.page("data"), href: framePages.data.href }
      : { label, href: area.href }
    return [home, above, ...pageCrumbs(pathname, item.href, texts.item(item), texts)]
  }
  const pages = Object.keys(framePages) as FramePage[]
  const beside = pages.find((page) => isPageOf(pathname, framePages[page].href))
  if (beside)
    return [home, ...pageCrumbs(pathname, framePages[beside].href, texts.page(beside), texts)]
  const [, kind = "", id = ""] = /^\/(courses|people)\/([^/]+)$/.exec(pathname) ?? []
  if (id) {
    const training = navigation.find(({ area }) => area === "training")
    const above =
      kind === "courses" && training ? [{ label: texts.area("training"), href: training.href }] : []
    return [home, ...above, { label: texts.name(id) ?? shortenId(id) }]
  }
  return pathname === "/" ? [{ label: texts.home }] : [home]
}

export function PageCrumbs() {
  const t = useTranslations("frame")
  const kpis = useTranslations("kpis")
  const { areas, names } = useFrame()
  const item = useItemTitle()
  const shown = useCrumbNames()
  const crumbs = crumbsFor(usePathname(), areas, {
    home: t("home"),
    area: (area) => t(`areas.${area}`),
    item,
    name: (id) => ownValue(shown, id) ?? ownValue(names, id),
    page: (page) => t(`pages.${page}`),
    targets: kpis("targets.plainTitle"),
  })
  return <Breadcrumbs crumbs={crumbs} label={t("breadcrumbs")} />
}

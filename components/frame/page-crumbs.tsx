"use client"

import { usePathname } from "next/navigation"
import { useTranslations } from "use-intl"
import { Breadcrumbs } from "../ui/breadcrumbs"
import { crumbsFor } from "./crumbs-for"
import type { NavigationArea } from "./navigation-for"
import { useItemTitle } from "./use-item-title"

export interface PageCrumbsProps {
  readonly areas: readonly NavigationArea[]
  /** Names by id, for pages of things that the workspace knows. */
  readonly names: { readonly [id: string]: string }
}

/** The way to the page that is open. */
export function PageCrumbs({ areas, names }: PageCrumbsProps) {
  const t = useTranslations("frame")
  const item = useItemTitle()
  const crumbs = crumbsFor(usePathname(), areas, {
    overview: t("overview"),
    area: (area) => t(`areas.${area}`),
    item,
    name: (id) => names[id],
  })
  return <Breadcrumbs crumbs={crumbs} label={t("breadcrumbs")} />
}

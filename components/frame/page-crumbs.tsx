"use client"

import { usePathname } from "next/navigation"
import { useTranslations } from "use-intl"
import { ownValue } from "@/lib/catalogue"
import { Breadcrumbs } from "../ui/breadcrumbs"
import { useCrumbNames } from "../ui/crumb-name"
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
  const told = useCrumbNames()
  const crumbs = crumbsFor(usePathname(), areas, {
    overview: t("overview"),
    area: (area) => t(`areas.${area}`),
    item,
    name: (id) => ownValue(told, id) ?? ownValue(names, id),
    page: (page) => t(`pages.${page}`),
  })
  return <Breadcrumbs crumbs={crumbs} label={t("breadcrumbs")} />
}

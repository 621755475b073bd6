import { useCallback } from "react"
import { useTranslations } from "use-intl"
import type { NavigationItem } from "./navigation-for"

/** What the navigation calls a page. */
export function useItemTitle() {
  const t = useTranslations("frame")
  return useCallback(({ kind, title }: NavigationItem) => t(`items.${kind}`, { title }), [t])
}

import { useTranslations } from "use-intl"
import type { NavigationItem } from "./navigation-for"

/** What the navigation calls a page. */
export function useItemTitle() {
  const t = useTranslations("frame")
  return ({ kind, title }: NavigationItem) => t(`items.${kind}`, { title })
}

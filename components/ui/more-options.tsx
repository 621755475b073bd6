import { useTranslations } from "use-intl"

/**
 * Below a list that shows only its first options: how many more there are, and how to find them.
 */
export function MoreOptions({ count }: { readonly count: number }) {
  const t = useTranslations("common")
  if (count <= 0) return null
  return (
    <p className="border-t px-3 py-1.5 text-ink-muted text-xs">{t("moreOptions", { count })}</p>
  )
}

import { ChevronLeft, ChevronRight } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { IconButton } from "../../ui/icon-button"

/** The items of one page of a list in memory, and where that page is. */
export interface Paged<T> {
  readonly shown: readonly T[]
  /** The index of the first one, from 0. */
  readonly from: number
  readonly total: number
  readonly perPage: number
  readonly onFrom: (from: number) => void
}

/** A long list that is in memory, page by page; a list that became shorter shows its last page. */
export function usePages<T>(items: readonly T[], perPage: number): Paged<T> {
  const [wanted, setWanted] = useState(0)
  const last = Math.max(0, Math.floor((items.length - 1) / perPage) * perPage)
  const from = Math.min(wanted, last)
  const shown = items.slice(from, from + perPage)
  return { shown, from, total: items.length, perPage, onFrom: setWanted }
}

/** Which part of a list is shown, and the way to the next one; nothing where all of it is. */
export function Pager({
  label,
  pages: { shown, from, total, perPage, onFrom },
}: {
  /** What the list is called, read aloud. */
  label: string
  pages: Omit<Paged<unknown>, "shown"> & { shown: { readonly length: number } }
}) {
  const t = useTranslations("departments.bulk.pages")
  if (total <= perPage) return null
  return (
    <nav
      aria-label={t("label", { label })}
      className="flex items-center justify-end gap-2 border-t px-4 py-2 text-ink-muted text-xs tabular"
    >
      <span role="status">{t("shown", { from: from + 1, to: from + shown.length, total })}</span>
      <IconButton
        size="sm"
        label={t("previous")}
        disabled={from === 0}
        onClick={() => onFrom(from - perPage)}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t("next")}
        disabled={from + perPage >= total}
        onClick={() => onFrom(from + perPage)}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  )
}

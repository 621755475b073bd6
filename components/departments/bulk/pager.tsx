import { ChevronLeft, ChevronRight } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { IconButton } from "../../ui/icon-button"

/** One page of an in-memory list, and its position. */
export interface Paged<T> {
  readonly shown: readonly T[]
  /** The index of its first item, from 0. */
  readonly from: number
  readonly total: number
  readonly perPage: number
  readonly onFrom: (from: number) => void
}

/** Pages through an in-memory list; a list that shrinks shows its last page. */
export function usePages<T>(items: readonly T[], perPage: number): Paged<T> {
  const [wanted, setWanted] = useState(0)
  const last = Math.max(0, Math.floor((items.length - 1) / perPage) * perPage)
  const from = Math.min(wanted, last)
  const shown = items.slice(from, from + perPage)
  return { shown, from, total: items.length, perPage, onFrom: setWanted }
}

/** The range shown and the page buttons; renders nothing if everything fits. */
export function Pager({
  label,
  pages: { shown, from, total, perPage, onFrom },
}: {
  /** The list's name, for screen readers. */
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

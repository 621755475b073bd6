import { LoaderCircle } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"

export interface TableFootProps {
  readonly count: number
  readonly more: boolean
  /** The number of rows as text, if known. */
  readonly text?: string | undefined
  readonly loading: boolean
  /** The problem with the next rows, and its action. */
  readonly children?: ReactNode
}

/** How many rows are loaded and whether more exist; never an invented total. */
export function TableFoot({ count, more, text, loading, children }: TableFootProps) {
  const t = useTranslations("table")
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-t bg-sunken px-3 py-1 text-ink-muted text-xs tabular">
      <span role="status">{text ?? t(more ? "moreExist" : "allLoaded", { count })}</span>
      {loading ? (
        <LoaderCircle
          className="size-3.5 animate-spin text-ink-faint"
          aria-label={t("loadingMore")}
        />
      ) : null}
      {children}
    </div>
  )
}

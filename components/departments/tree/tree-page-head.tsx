import { History, RefreshCw } from "lucide-react"
import { useFormatter, useTranslations } from "use-intl"
import { cn } from "../../ui/class-names"
import { dateTimeFormat } from "../../ui/date-time-format"
import { IconButton } from "../../ui/icon-button"
import { Skeleton } from "../../ui/skeleton"
import { ViewSwitch } from "./view-switch"

export interface TreePageHeadProps {
  /** ISO time of what is shown; null before the first whole reading. */
  readonly asOf: string | null
  /** The departments are on their way, and so is how fresh they are. */
  readonly isWaiting: boolean
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
}

/** The page's name, its other view, and how fresh the departments are. */
export function TreePageHead(props: TreePageHeadProps) {
  const { asOf, isWaiting, isRefreshing, onRefresh } = props
  const t = useTranslations("departments.tree")
  const reports = useTranslations("reports")
  const format = useFormatter()
  return (
    <header className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <h1 className="font-semibold text-lg tracking-tight">{t("title")}</h1>
      <ViewSwitch view="tree" />
      <div className="flex items-center gap-1 sm:ml-auto">
        {isWaiting ? <Skeleton className="h-2.5 w-44" /> : null}
        {asOf === null ? null : (
          <p className="flex items-center gap-1.5 text-ink-muted text-xs tabular">
            <History className="size-3.5 text-ink-faint" aria-hidden="true" />
            <span className="font-medium text-ink">{reports("source.cache")}</span>
            <time dateTime={asOf} title={asOf}>
              {reports("asOf", { time: format.dateTime(new Date(asOf), dateTimeFormat) })}
            </time>
          </p>
        )}
        <IconButton label={t("refresh")} size="sm" onClick={onRefresh} aria-disabled={isRefreshing}>
          <RefreshCw className={cn(isRefreshing && "animate-spin")} aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  )
}

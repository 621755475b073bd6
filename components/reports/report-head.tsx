import { Info, RefreshCw } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { Badge } from "../ui/badge"
import { cn } from "../ui/class-names"
import { IconButton } from "../ui/icon-button"
import { Skeleton } from "../ui/skeleton"
import { TechnicalDetails } from "../ui/technical-details"
import { useReport } from "./report-context"
import type { HostPage } from "./report-setup"
import { SourceLine } from "./source-line"
import type { ReportRows } from "./use-report-rows"
import { TwinLink } from "./whole-list"

interface ReportHeadProps {
  /** The page that hosts the report, if not its own. */
  readonly host?: HostPage | undefined
  /** Absent until the report's path is chosen. */
  readonly rows?: ReportRows
  /** Belongs to the title. */
  readonly children?: ReactNode
}

/** The report's name, notes about its data, and the source of its rows. */
export function ReportHead({ host, rows, children }: ReportHeadProps) {
  const { operation } = useReport().setup
  const t = useTranslations("reports")
  const { deprecated, note } = operation
  return (
    <header className="grid gap-1 print:hidden">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-semibold text-lg tracking-tight">{host?.title ?? operation.title}</h1>
        {host?.switch}
        {deprecated ? <Badge tone="caution">{t("deprecated.label")}</Badge> : null}
        {children}
        {rows ? <TwinLink variant="ghost" size="sm" /> : null}
        <div className="flex items-center gap-1 sm:ml-auto">
          {rows?.firstPage ? (
            <SourceLine page={rows.firstPage} />
          ) : rows?.reading === "first" || rows?.reading === "other" ? (
            <Skeleton className="h-2.5 w-44" />
          ) : null}
          {rows ? (
            <IconButton
              label={t("refresh")}
              size="sm"
              onClick={rows.refresh}
              aria-disabled={rows.reading === "anew"}
            >
              <RefreshCw
                className={cn(rows.reading === "anew" && "animate-spin")}
                aria-hidden="true"
              />
            </IconButton>
          ) : null}
        </div>
      </div>
      {note ? <HeadNote text={note} /> : null}
      {deprecated ? (
        <TechnicalDetails>
          <HeadNote text={t("deprecated.detail", deprecated)} />
        </TechnicalDetails>
      ) : null}
    </header>
  )
}

function HeadNote({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-1.5 text-ink-muted text-xs">
      <Info className="mt-px size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
      {text}
    </p>
  )
}

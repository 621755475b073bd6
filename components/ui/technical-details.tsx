import { ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { cn } from "./class-names"

export interface TechnicalDetailsProps {
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** Details for developers such as API addresses and JSON, collapsed by default. */
export function TechnicalDetails({ children, className }: TechnicalDetailsProps) {
  const t = useTranslations("common")
  return (
    <details className={cn("group/technical print:not-open:hidden", className)}>
      <summary className="flex w-fit min-h-6 cursor-pointer list-none items-center gap-1 rounded-sm text-ink-muted text-xs hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-3.5 shrink-0 group-open/technical:rotate-90"
          aria-hidden="true"
        />
        {t("technicalDetails")}
      </summary>
      <div className="space-y-4 pt-1">{children}</div>
    </details>
  )
}

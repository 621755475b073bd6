import { useTranslations } from "use-intl"
import { Button } from "./button"

interface MoreRowsProps {
  readonly shown: number
  readonly count: number
  readonly onMore: () => void
}

/** The footer of a table that does not show all rows at once; renders nothing if it does. */
export function MoreRows({ shown, count, onMore }: MoreRowsProps) {
  const t = useTranslations("common")
  if (count <= shown) return null
  return (
    <div className="flex items-center gap-3 border-t px-4 py-2 text-ink-muted text-xs">
      {t("shownOf", { shown, count })}
      <Button size="sm" onClick={onMore}>
        {t("showMore")}
      </Button>
    </div>
  )
}

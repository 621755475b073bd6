import { CircleAlert } from "lucide-react"
import { useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import type { MisplacedGroup, Tree } from "./arrange-tree"

export interface MisplacedNoticeProps {
  readonly tree: Tree
  /** Goes to the first heading of those. */
  readonly onShow: (group: MisplacedGroup) => void
}

/** Says that departments stand under no other, so that nobody has to come upon them. */
export function MisplacedNotice({ tree, onShow }: MisplacedNoticeProps) {
  const t = useTranslations("departments.tree")
  const { orphans, circles } = tree.groups
  const count = circles.end - orphans.start
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border bg-caution-soft px-3 py-1 text-caution-ink text-xs print:hidden">
      <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">{t("misplaced", { count })}</span>
      <Button
        variant="ghost"
        size="sm"
        className="text-caution-ink"
        onClick={() => onShow(orphans.end > orphans.start ? "orphans" : "circles")}
      >
        {t("showMisplaced")}
      </Button>
    </div>
  )
}

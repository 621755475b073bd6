import { PencilLine, X } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { Button, buttonVariants } from "../../ui/button"
import type { TreeRow } from "./tree-rows"
import type { TreeSelection } from "./use-tree-selection"

export interface SelectionBarProps {
  readonly rows: readonly TreeRow[]
  readonly selection: TreeSelection
}

/** How many departments are selected, and what can be done with them together. */
export function SelectionBar({ rows, selection }: SelectionBarProps) {
  const t = useTranslations("departments.tree.select")
  const { selected } = selection
  const shown = rows.filter(({ key }) => selected.has(key)).length
  const notShown = selected.size - shown
  const text = selected.size === 0 ? "" : t("count", { count: selected.size })
  return (
    <section aria-label={t("label")} className="contents">
      <p role="status" className="sr-only">
        {text}
      </p>
      {text === "" ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised px-3 py-2 shadow-popup print:hidden">
          <span aria-hidden="true" className="font-medium tabular">
            {text}
          </span>
          {notShown > 0 ? (
            <span className="text-ink-muted text-xs">{t("notShown", { count: notShown })}</span>
          ) : null}
          <div className="ml-auto flex items-center gap-2">
            <Button variant="ghost" onClick={selection.clear}>
              <X aria-hidden="true" />
              {t("clear")}
            </Button>
            <Link href="/departments/bulk" className={buttonVariants({ variant: "primary" })}>
              <PencilLine aria-hidden="true" />
              {t("edit")}
            </Link>
          </div>
        </div>
      )}
    </section>
  )
}

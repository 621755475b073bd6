import { ArrowDownUp } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { SortTerm } from "@/lib/catalogue"
import { later } from "../ui/later"
import { ControlPopover } from "./control-popover"
import type { SortEditorProps } from "./sort-editor"
import { useDelayedApply } from "./use-delayed-apply"

const SortEditor = later(() => import("./sort-editor").then((part) => part.SortEditor))

/** The order by several properties, also those that are no column; several changes are one question. */
export function SortMenu({ operation, fields, sort, onChange }: SortEditorProps) {
  const t = useTranslations("reports")
  const [draft, setDraft] = useState<readonly SortTerm[]>()
  const changes = useDelayedApply(onChange)
  const shown = draft ?? sort
  const change = (next: readonly SortTerm[]) => {
    setDraft(next)
    changes.later(next)
  }
  return (
    <ControlPopover
      icon={ArrowDownUp}
      label={t("sort.label")}
      text={sort.length > 0 ? t("sort.labelCount", { count: sort.length }) : undefined}
      onOpenChange={(open) => {
        if (open) return
        changes.now()
        setDraft(undefined)
      }}
      content={SortEditor}
      className="w-84 p-0"
    >
      <SortEditor operation={operation} fields={fields} sort={shown} onChange={change} />
    </ControlPopover>
  )
}

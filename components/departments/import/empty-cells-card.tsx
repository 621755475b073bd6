import { useId } from "react"
import { useTranslations } from "use-intl"
import { Card, CardHead } from "../../ui/card"
import { Checkbox } from "../../ui/checkbox"
import { cn } from "../../ui/class-names"
import type { EmptyCells } from "./plan-import"

export interface EmptyCellsCardProps {
  readonly columns: readonly EmptyCells[]
  /** The columns whose empty cells clear, by id. */
  readonly clears: readonly string[]
  readonly onClears: (clears: readonly string[]) => void
}

/** The columns with empty cells: they leave values alone, unless somebody chooses for a column that they clear them. */
export function EmptyCellsCard({ columns, clears, onClears }: EmptyCellsCardProps) {
  const t = useTranslations("departments.import.emptyCells")
  if (columns.length === 0) return null
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("note")} />
      <ul className="divide-y" aria-label={t("title")}>
        {columns.map((column) => (
          <Column
            key={column.id}
            column={column}
            isClearing={clears.includes(column.id)}
            onChange={(isClearing) =>
              onClears(
                isClearing ? [...clears, column.id] : clears.filter((id) => id !== column.id),
              )
            }
          />
        ))}
      </ul>
    </Card>
  )
}

interface ColumnProps {
  readonly column: EmptyCells
  readonly isClearing: boolean
  readonly onChange: (isClearing: boolean) => void
}

function Column({ column: { name, count }, isClearing, onChange }: ColumnProps) {
  const t = useTranslations("departments.import.emptyCells")
  const id = useId()
  return (
    <li
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2",
        isClearing && "bg-critical-soft text-critical-ink",
      )}
    >
      <span id={`${id}-name`} className="min-w-0 flex-1 basis-40 break-all font-medium">
        {name}
      </span>
      <span className={cn("tabular text-xs", isClearing ? "font-medium" : "text-ink-muted")}>
        {t(isClearing ? "clearing" : "left", { count })}
      </span>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box draws its own control */}
      <label className="flex min-h-6 items-center gap-2">
        <Checkbox
          aria-labelledby={`${id}-clear ${id}-name`}
          checked={isClearing}
          onCheckedChange={onChange}
          className={isClearing ? "data-checked:border-critical! data-checked:bg-critical!" : ""}
        />
        <span id={`${id}-clear`}>{t("clear")}</span>
      </label>
    </li>
  )
}

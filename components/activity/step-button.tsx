import { Redo2, Undo2 } from "lucide-react"
import { useFormatter, useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { dateTimeFormat } from "../ui/date-time"
import { useDepartmentName } from "../ui/use-department-name"
import { nextStep } from "./edit-chain"
import type { EntryProps } from "./entry-tools"

const icons = { undo: Undo2, redo: Redo2 } as const

/** Undo or redo of an edit, for people who may write. */
export function StepButton({ entry, tools: { known, onStep } }: EntryProps) {
  const t = useTranslations("activity.entry")
  const format = useFormatter()
  const nameOf = useDepartmentName()
  const step = onStep && nextStep(entry, known)
  if (!step) return null
  const Icon = icons[step.action]
  const time = format.dateTime(new Date(entry.intendedAt), dateTimeFormat)
  return (
    <Button
      size="sm"
      aria-label={t(`${step.action}Of`, { name: nameOf(entry.recordId), time })}
      aria-haspopup="dialog"
      onClick={() => onStep(entry, step)}
    >
      <Icon aria-hidden="true" />
      {t(step.action)}
    </Button>
  )
}

import { useFormatter, useTranslations } from "use-intl"
import { useDepartmentLabel } from "../edits/format-value"
import { Checkbox } from "../ui/checkbox"
import { dateTimeFormat } from "../ui/date-time"
import type { PreparedPart } from "./prepare-undo"

/** Describes a part: its fields, or why they cannot be undone and who changed them since. */
function usePartText(): (part: PreparedPart) => string {
  const t = useTranslations("activity.step")
  const format = useFormatter()
  const labelOf = useDepartmentLabel()
  return ({ fields, state, writer }) => {
    const field = format.list(fields.map(labelOf))
    if (state === "open") return field
    if (state === "undone") return t("undoneAlready", { field })
    if (state === "unguarded") return t("unguardedField", { field })
    if (!writer) return t("changedElsewhere", { field })
    const time = format.dateTime(new Date(writer.intendedAt), dateTimeFormat)
    return t("changedBy", { field, person: writer.personName ?? writer.personId, time })
  }
}

export interface UndoPartsProps {
  readonly title: string
  readonly parts: readonly PreparedPart[]
  /** Indexes of the parts to undo. */
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

export function UndoParts({ title, parts, chosen, onChoose }: UndoPartsProps) {
  const textOf = usePartText()
  const toggle = (at: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(at)
    else next.delete(at)
    onChoose(next)
  }
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-2 font-medium">{title}</legend>
      {parts.map((part, at) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
        <label
          key={part.fields.join()}
          className="flex items-center gap-2.5 has-data-disabled:text-ink-muted"
        >
          <Checkbox
            checked={chosen.has(at)}
            disabled={part.state !== "open"}
            onCheckedChange={(isChosen) => toggle(at, isChosen)}
          />
          {textOf(part)}
        </label>
      ))}
    </fieldset>
  )
}

export function UndoneParts({ parts }: Pick<UndoPartsProps, "parts">) {
  const textOf = usePartText()
  return (
    <ul className="list-disc space-y-1 pl-4 text-ink-muted">
      {parts.map((part) => (
        <li key={part.fields.join()}>{textOf(part)}</li>
      ))}
    </ul>
  )
}

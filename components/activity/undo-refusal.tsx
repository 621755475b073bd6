import Link from "next/link"
import { useFormatter, useTranslations } from "use-intl"
import { departmentHref } from "@/lib/client"
import { parsePointer } from "@/lib/json-patch"
import type { ActivityEntry } from "../edits/activity-log"
import type { NextUndo } from "../edits/undo-chain"
import { buttonVariants } from "../ui/button"
import { dateTimeFormat } from "../ui/date-time"
import { useFieldLabel } from "../ui/use-field-label"
import type { PreparedUndo } from "./prepare-undo"

export interface UndoRefusalProps {
  readonly prepared: Exclude<PreparedUndo, { state: "ready" }>
  readonly entry: ActivityEntry
  readonly action: NextUndo["action"]
}

const titles = { undo: "cannotUndo", redo: "cannotRedo" } as const

/** Why an edit cannot be undone, and by whom the fields have been changed since where the log knows. */
export function UndoRefusal({ prepared, entry, action }: UndoRefusalProps) {
  const t = useTranslations("activity.step")
  const { state } = prepared
  return (
    <div role="alert" className="space-y-3">
      {state === "done" || state === "already" ? null : (
        <p className="font-medium">{t(titles[action])}</p>
      )}
      {state === "changed" ? (
        <ChangedSince prepared={prepared} action={action} />
      ) : (
        <p className="text-ink-muted">{t(state)}</p>
      )}
      {state === "gone" ? null : (
        <Link
          href={departmentHref(entry.recordId)}
          prefetch={false}
          className={buttonVariants({ size: "sm" })}
        >
          {t("openDepartment")}
        </Link>
      )}
    </div>
  )
}

const notes = { undo: "changedSince", redo: "changedSinceRedo" } as const

interface ChangedSinceProps extends Pick<UndoRefusalProps, "action"> {
  readonly prepared: Extract<PreparedUndo, { state: "changed" }>
}

function ChangedSince({ prepared: { writers }, action }: ChangedSinceProps) {
  const t = useTranslations("activity.step")
  const format = useFormatter()
  const labelOf = useFieldLabel()
  const fieldOf = (pointer: string) => {
    const [field] = parsePointer(pointer) ?? []
    return field === undefined ? t("wholeRecord") : labelOf(field)
  }
  const fields = [...new Set(writers.map(({ pointer }) => fieldOf(pointer)))]
  return (
    <>
      <p className="text-ink-muted">
        {t(notes[action], { count: fields.length, fields: format.list(fields) })}
      </p>
      <ul className="list-disc space-y-1 pl-4 text-ink-muted">
        {writers.map(({ pointer, writer }) => (
          <li key={pointer}>
            {writer
              ? t("changedBy", {
                  field: fieldOf(pointer),
                  person: writer.personName ?? writer.personId,
                  time: format.dateTime(new Date(writer.intendedAt), dateTimeFormat),
                })
              : t("changedElsewhere", { field: fieldOf(pointer) })}
          </li>
        ))}
      </ul>
    </>
  )
}

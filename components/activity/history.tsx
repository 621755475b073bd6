"use client"

import { useState } from "react"
import { useTranslations } from "use-intl"
import { Card } from "../ui/card"
import { ActivityContext, type ActivitySetup, useActivityLog } from "./activity-context"
import { ActivityList } from "./activity-list"
import { EditSheet } from "./edit-sheet"
import { useUndo } from "./undo-edit"

export interface HistoryProps extends ActivitySetup {
  /** The department's id. */
  readonly record: string
}

export function History({ record, ...setup }: HistoryProps) {
  const t = useTranslations("activity")
  const log = useActivityLog({ record })
  const [open, setOpen] = useState<string>()
  const { planUndo, dialog } = useUndo(setup)
  return (
    <ActivityContext
      value={{ ...setup, log, planUndo, namesDepartments: false, openEdit: setOpen }}
    >
      <Card aria-label={t("label")} className="overflow-clip">
        {dialog}
        <ActivityList
          gathersBatches={false}
          empty={{ title: t("empty.recordTitle"), detail: t("empty.recordDetail") }}
        />
        <EditSheet id={open} />
      </Card>
    </ActivityContext>
  )
}

"use client"

import { useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import { Card } from "../ui/card"
import { ActivityList } from "./activity-list"
import type { ActivitySetup } from "./activity-setup"
import { EditSheet } from "./edit-sheet"
import type { EntryTools } from "./entry-tools"
import { useActivity } from "./use-activity"
import { useSteps } from "./use-steps"

export interface HistoryProps extends ActivitySetup {
  /** The department's id. */
  readonly record: string
}

/** The edits of one department, the newest first, as the activity shows them. */
export function History({ record, ...setup }: HistoryProps) {
  const t = useTranslations("activity")
  const activity = useActivity({ record })
  const [open, setOpen] = useState<string>()
  const { onStep, dialog } = useSteps(setup)
  const { known } = activity
  const { list } = setup
  const tools = useMemo(
    (): EntryTools => ({ list, known, namesDepartments: false, onOpen: setOpen, onStep }),
    [list, known, onStep],
  )
  return (
    <Card aria-label={t("label")} className="overflow-clip">
      {dialog}
      <ActivityList
        activity={activity}
        tools={tools}
        gathersBatches={false}
        empty={{ title: t("empty.recordTitle"), detail: t("empty.recordDetail") }}
      />
      <EditSheet
        id={open}
        tools={tools}
        patches={setup.patches}
        onClose={() => setOpen(undefined)}
      />
    </Card>
  )
}

"use client"

import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { useFormatValue } from "../../edits/format-value"
import { PageBody } from "../../ui/page-head"
import { Tab, TabPanel, Tabs, TabsList } from "../../ui/tabs"
import { useTab } from "../../ui/use-tab"
import { DepartmentDetails, DepartmentFacts } from "./department-details"
import { DepartmentEditor } from "./department-editor"
import { DepartmentHead } from "./department-head"
import { EditorDialogs } from "./editor-dialogs"
import type { EditorSetup, FirstReading } from "./editor-setup"
import { EditorContext, useEditor } from "./use-editor"

export interface DepartmentScreenProps {
  readonly setup: EditorSetup
  readonly first: FirstReading
  readonly history: ReactNode
}

/** One department: its details, as a form for people who may edit them, and its history. */
export function DepartmentScreen({ setup, first, history }: DepartmentScreenProps) {
  return setup.mayWrite ? (
    <WritableScreen setup={setup} first={first} history={history} />
  ) : (
    <PageBody>
      <DepartmentHead id={setup.id} record={first.record} asOf={first.asOf} />
      <Parts history={history}>
        <WithFacts setup={setup} record={first.record}>
          <DepartmentDetails setup={setup} record={first.record} />
        </WithFacts>
      </Parts>
    </PageBody>
  )
}

function WritableScreen({ setup, first, history }: DepartmentScreenProps) {
  const editor = useEditor(setup, first.record)
  const formatValue = useFormatValue(setup.list)
  const { live, department } = editor
  const { base } = department
  const isLive = live.isSuccess
  return (
    <EditorContext value={{ ...editor, setup, formatValue }}>
      <PageBody>
        <DepartmentHead
          id={setup.id}
          record={base}
          asOf={isLive ? new Date(live.dataUpdatedAt).toISOString() : first.asOf}
        />
        <Parts history={history}>
          <WithFacts setup={setup} record={base}>
            <DepartmentEditor />
          </WithFacts>
        </Parts>
        <EditorDialogs />
      </PageBody>
    </EditorContext>
  )
}

interface WithFactsProps {
  readonly setup: EditorSetup
  readonly record: FirstReading["record"]
  readonly children: ReactNode
}

const WithFacts = ({ setup, record, children }: WithFactsProps) => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
    <div className="min-w-0">{children}</div>
    <div className="min-w-0 lg:sticky lg:top-16">
      <DepartmentFacts setup={setup} record={record} />
    </div>
  </div>
)

const parts = ["details", "history"] as const

function Parts({ history, children }: { history: ReactNode; children: ReactNode }) {
  const t = useTranslations("departments.editor.tabs")
  const { shown, open } = useTab(parts)
  return (
    <Tabs value={shown} onValueChange={open}>
      <TabsList aria-label={t("label")}>
        {parts.map((part) => (
          <Tab key={part} value={part}>
            {t(part)}
          </Tab>
        ))}
      </TabsList>
      <TabPanel value="details">{children}</TabPanel>
      <TabPanel value="history">{history}</TabPanel>
    </Tabs>
  )
}

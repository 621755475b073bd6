"use client"

import { TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import type { Problem } from "@/lib/catalogue"
import { Card, CardBody, CardHead } from "../ui/card"
import { settingsTabs } from "../ui/settings-tab-names"
import { Tab, TabPanel, Tabs, TabsList } from "../ui/tabs"
import { usePageTitle } from "../ui/use-page-title"
import { useTab } from "../ui/use-tab"
import { AuditCard } from "./audit-card"
import { CopiesCard } from "./copies-card"
import { EditSettingsCard } from "./edit-settings-card"
import { ErasureCard } from "./erasure-card"
import { FaultRows } from "./fault-table"
import { GoalsCard } from "./goals-card"
import { OwnSessionsCard } from "./own-sessions-card"
import { PeopleSessionsCard } from "./people-sessions-card"
import type { OperationTitles } from "./request-history"
import { SmallGroupsCard } from "./small-groups-card"
import { StatusCards } from "./status-cards"
import { UserNamesCard } from "./user-names-card"
import { WorkspaceCard, type WorkspaceCardProps } from "./workspace-card"

/** Shows the faults of the workspace file on the server, which cannot be fixed here. */
function FaultyWorkspace({ faults }: { faults: readonly Problem[] }) {
  const t = useTranslations("settings")
  const title = t("faults.inFile", { count: faults.length })
  return (
    <Card aria-label={t("workspace.title")}>
      <CardHead title={t("workspace.title")} />
      <CardBody className="flex gap-3 border-b">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-critical-ink" aria-hidden="true" />
        <div role="alert">
          <p className="font-medium">{title}</p>
          <p className="mt-1 max-w-2xl text-ink-muted">{t("faults.inFileDetail")}</p>
        </div>
      </CardBody>
      <div className="max-h-96 overflow-y-auto">
        <FaultRows label={title} faults={faults} />
      </div>
    </Card>
  )
}

interface SettingsTabsProps extends WorkspaceCardProps {
  readonly titles: OperationTitles
  /** The copies of single data sets. */
  readonly dataSetCopies: ReactNode
  /** The faults of the workspace file, if it is unusable. */
  readonly faults?: readonly Problem[] | undefined
}

/**
 * The administrator's settings: workspace, user names, copies, targets, small groups and edits;
 * then sessions, erasure, audit and status.
 */
export function SettingsTabs({ titles, faults, dataSetCopies, ...workspace }: SettingsTabsProps) {
  const t = useTranslations("settings.tabs")
  const page = useTranslations("settings")("title")
  const { shown, open } = useTab(settingsTabs)
  usePageTitle(shown === "workspace" ? undefined : `${t(shown)} · ${page}`)
  return (
    <Tabs value={shown} onValueChange={open}>
      <TabsList>
        {settingsTabs.map((tab) => (
          <Tab key={tab} value={tab}>
            {t(tab)}
          </Tab>
        ))}
      </TabsList>
      <TabPanel value="workspace">
        {faults ? <FaultyWorkspace faults={faults} /> : <WorkspaceCard {...workspace} />}
      </TabPanel>
      <TabPanel value="names">
        <UserNamesCard />
      </TabPanel>
      <TabPanel value="copies" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <CopiesCard titles={titles} />
        {dataSetCopies}
      </TabPanel>
      <TabPanel value="smallGroups" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <GoalsCard dataSets={workspace.entries.filter(({ kind }) => kind === "dataSet")} />
        <SmallGroupsCard />
      </TabPanel>
      <TabPanel value="edits">
        <EditSettingsCard />
      </TabPanel>
      <TabPanel value="sessions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <OwnSessionsCard />
        <PeopleSessionsCard />
      </TabPanel>
      <TabPanel value="privacy">
        <ErasureCard />
      </TabPanel>
      <TabPanel value="audit">
        <AuditCard />
      </TabPanel>
      <TabPanel value="status">
        <StatusCards titles={titles} />
      </TabPanel>
    </Tabs>
  )
}

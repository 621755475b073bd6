"use client"

import { useState } from "react"
import { useTranslations } from "use-intl"
import type { Problem } from "@/lib/catalogue"
import { Tab, TabPanel, Tabs, TabsList } from "../ui/tabs"
import { usePageTitle } from "../ui/use-page-title"
import { EditSettingsCard } from "./edit-settings-card"
import { FaultyWorkspace } from "./faulty-workspace"
import { SmallGroupsCard } from "./small-groups-card"
import { UserNamesCard } from "./user-names-card"
import { WorkspaceCard, type WorkspaceCardProps } from "./workspace-card"

export interface SettingsTabsProps extends WorkspaceCardProps {
  /** What is wrong with the workspace file, where it cannot be used. */
  readonly faults?: readonly Problem[] | undefined
}

type SettingsTab = "workspace" | "names" | "smallGroups" | "edits"

/** What an administrator sets: what the workspace names, the names of users, how few people are told of, and how changes are sent. */
export function SettingsTabs({ faults, ...props }: SettingsTabsProps) {
  const t = useTranslations("settings.tabs")
  const page = useTranslations("settings")("title")
  const [shown, setShown] = useState<SettingsTab>("workspace")
  usePageTitle(shown === "workspace" ? undefined : `${t(shown)} · ${page}`)
  return (
    <Tabs value={shown} onValueChange={setShown}>
      <TabsList>
        <Tab value="workspace">{t("workspace")}</Tab>
        <Tab value="names">{t("names")}</Tab>
        <Tab value="smallGroups">{t("smallGroups")}</Tab>
        <Tab value="edits">{t("edits")}</Tab>
      </TabsList>
      <TabPanel value="workspace">
        {faults ? <FaultyWorkspace faults={faults} /> : <WorkspaceCard {...props} />}
      </TabPanel>
      <TabPanel value="names">
        <UserNamesCard />
      </TabPanel>
      <TabPanel value="smallGroups">
        <SmallGroupsCard />
      </TabPanel>
      <TabPanel value="edits">
        <EditSettingsCard />
      </TabPanel>
    </Tabs>
  )
}

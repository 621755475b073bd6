"use client"

import { useTranslations } from "use-intl"
import type { Problem } from "@/lib/catalogue"
import { Tab, TabPanel, Tabs, TabsList } from "../ui/tabs"
import { FaultyWorkspace } from "./faulty-workspace"
import { UserNamesCard } from "./user-names-card"
import { WorkspaceCard, type WorkspaceCardProps } from "./workspace-card"

export interface SettingsTabsProps extends WorkspaceCardProps {
  /** What is wrong with the workspace file, where it cannot be used. */
  readonly faults?: readonly Problem[] | undefined
}

/** The two things that an administrator sets: what the workspace names, and the names of users. */
export function SettingsTabs({ faults, ...props }: SettingsTabsProps) {
  const t = useTranslations("settings.tabs")
  return (
    <Tabs defaultValue="workspace">
      <TabsList>
        <Tab value="workspace">{t("workspace")}</Tab>
        <Tab value="names">{t("names")}</Tab>
      </TabsList>
      <TabPanel value="workspace">
        {faults ? <FaultyWorkspace faults={faults} /> : <WorkspaceCard {...props} />}
      </TabPanel>
      <TabPanel value="names">
        <UserNamesCard />
      </TabPanel>
    </Tabs>
  )
}

"use client"

import type { ReactNode } from "react"
import { useLocale } from "use-intl"
import { Tab, TabPanel, Tabs, TabsList } from "../ui/tabs"

export interface CultureTab {
  readonly culture: string
  readonly name: string
  readonly content: ReactNode
}

const languageOf = (culture: string) => culture.split("-")[0]?.toLowerCase()

/** The same text in several languages, one at a time, the reader's own first to be shown. */
export function CultureTabs({ label, tabs }: { label: string; tabs: readonly CultureTab[] }) {
  const locale = useLocale()
  const own = tabs.find(({ culture }) => languageOf(culture) === languageOf(locale)) ?? tabs[0]
  if (!own) return null
  return (
    <Tabs defaultValue={own.culture}>
      <TabsList aria-label={label}>
        {tabs.map(({ culture, name }) => (
          <Tab key={culture} value={culture}>
            {name}
          </Tab>
        ))}
      </TabsList>
      {tabs.map(({ culture, content }) => (
        <TabPanel key={culture} value={culture} lang={culture}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  )
}

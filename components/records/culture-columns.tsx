"use client"

import { type ReactNode, useState } from "react"
import { useLocale } from "use-intl"
import { cn } from "../ui/class-names"
import { Tab, Tabs, TabsList } from "../ui/tabs"

export interface CultureColumn {
  /** Unique. */
  readonly culture: string
  readonly name: string
  readonly language: string | undefined
  readonly content: ReactNode
}

const languageOf = (culture: string) => culture.split("-")[0]?.toLowerCase()

/**
 * The same content in several languages: side by side if there is room, else one at a time,
 * starting with the reader's.
 */
export function CultureColumns({
  label,
  columns,
}: {
  label: string
  columns: readonly CultureColumn[]
}) {
  const locale = useLocale()
  const own = columns.find(({ culture }) => languageOf(culture) === languageOf(locale))
  const [shown, setShown] = useState((own ?? columns[0])?.culture ?? "")
  return (
    <div className="@container">
      {columns.length > 1 ? (
        <Tabs value={shown} onValueChange={(next) => setShown(`${next}`)} className="@3xl:hidden">
          <TabsList aria-label={label} className="mb-4">
            {columns.map(({ culture, name }) => (
              <Tab key={culture} value={culture}>
                {name}
              </Tab>
            ))}
          </TabsList>
        </Tabs>
      ) : null}
      <div className="grid @3xl:grid-cols-[repeat(auto-fit,minmax(19rem,1fr))] gap-x-6 gap-y-8">
        {columns.map(({ culture, name, language, content }) => (
          <section
            key={culture}
            aria-label={name}
            className={cn(
              "min-w-0",
              columns.length === 1 && "max-w-3xl",
              culture !== shown && "@max-3xl:hidden",
            )}
          >
            <h3
              className={cn(
                "mb-3 border-b pb-2 font-medium text-ink-muted text-xs",
                columns.length > 1 && "@max-3xl:sr-only",
              )}
            >
              {name}
            </h3>
            <div lang={language} dir="auto">
              {content}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}

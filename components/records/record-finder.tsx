"use client"

import { ArrowRight } from "lucide-react"
import Link from "next/link"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Card, CardHead } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { SearchField } from "../ui/search-field"
import { SettingsLink } from "../ui/settings-link"

export interface FoundRecord {
  readonly id: string
  readonly name: string
  /** Its ancestors. */
  readonly note?: string
  readonly href: string
}

const holds = (record: FoundRecord, typed: string) =>
  `${record.name} ${record.note ?? ""} ${record.id}`.toLowerCase().includes(typed.toLowerCase())

export interface RecordFinderProps {
  readonly records: readonly FoundRecord[]
  /** True if the person may name records in the workspace. */
  readonly editsWorkspace?: boolean
}

/** The records in the workspace, filtered by typing. */
export function RecordFinder({ records, editsWorkspace = false }: RecordFinderProps) {
  const t = useTranslations("records")
  const common = useTranslations("common")
  const [typed, setTyped] = useState("")
  const matches = records.filter((record) => holds(record, typed.trim()))
  return (
    <Card aria-label={t("finder.known")}>
      <CardHead title={t("finder.known")}>
        <SearchField
          label={t("finder.filter")}
          value={typed}
          onChange={setTyped}
          className="w-56"
        />
      </CardHead>
      {matches.length === 0 ? (
        <EmptyState
          title={records.length === 0 ? t("finder.none") : common("noMatches")}
          actions={records.length === 0 && editsWorkspace ? <SettingsLink /> : undefined}
        />
      ) : (
        <ul className="max-h-[60vh] divide-y overflow-y-auto">
          {matches.map((record) => (
            <FoundRow key={record.href} record={record} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function FoundRow({ record }: { record: FoundRecord }) {
  return (
    <li>
      <Link
        href={record.href}
        prefetch={false}
        className="group flex min-h-10 items-center gap-3 px-4 py-1.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block">{record.name}</span>
          {record.note ? <span className="block text-ink-faint text-xs">{record.note}</span> : null}
        </span>
        <ArrowRight
          className="size-4 shrink-0 text-ink-faint opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
          aria-hidden="true"
        />
      </Link>
    </li>
  )
}

"use client"

import { useRouter } from "next/navigation"
import { useTransition } from "react"
import { useTranslations } from "use-intl"
import { Combobox } from "../ui/combobox"

/** A data set that the workspace names. */
export interface DataSet {
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

export interface DataSetPickerProps {
  readonly dataSets: readonly DataSet[]
  /** The id of the one that is shown. */
  readonly value: string | null
}

/** Goes to another data set's chart. */
export function DataSetPicker({ dataSets, value }: DataSetPickerProps) {
  const t = useTranslations("kpis")
  const router = useRouter()
  const [busy, start] = useTransition()
  return (
    <Combobox
      className="w-64"
      label={t("choose")}
      value={value}
      disabled={busy}
      options={dataSets.map(({ id, name, unit }) => ({
        value: id,
        label: name,
        description: unit,
      }))}
      onValueChange={(id) => {
        if (id !== null) start(() => router.push(`/kpis/${id}`))
      }}
    />
  )
}

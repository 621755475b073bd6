"use client"

import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { apiKey, changeSmallGroups, type SmallGroups, smallGroupsOptions } from "@/lib/client"
import { Card, CardBody, CardHead } from "../ui/card"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { NotedField, SaveRow } from "./noted-field"
import { useChange } from "./use-change"

/** The minimum number of people behind a disclosed KPI value. */
export function SmallGroupsCard() {
  const t = useTranslations("settings.smallGroups")
  const { data, error, refetch } = useQuery(smallGroupsOptions())
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <CardBody className="space-y-4">
        <p className="max-w-2xl text-ink-muted">{t("note")}</p>
        {data ? <MinPeopleForm {...data} /> : null}
        {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
        {data || error ? null : <Skeleton className="h-16 w-40" />}
      </CardBody>
    </Card>
  )
}

function MinPeopleForm({ least, usual, most }: SmallGroups) {
  const t = useTranslations("settings.smallGroups")
  const [text, setText] = useState<string>()
  const [saved, setSaved] = useState(false)
  const change = useChange(changeSmallGroups, apiKey("/api/kpis/settings"))
  const shown = text ?? `${least}`
  const value = /^\d{1,3}$/.test(shown) ? Number(shown) : 0
  const isValid = value >= 1 && value <= most
  async function save() {
    const done = isValid ? await change.run(value) : undefined
    setSaved(done !== undefined)
    if (done) setText(undefined)
  }
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="max-w-xs">
        <NotedField
          label={t("least")}
          note={value === 1 ? t("off") : t("usual", { usual })}
          fault={isValid ? undefined : t("range", { most })}
          inputMode="numeric"
          value={shown}
          onChange={(event) => {
            setSaved(false)
            setText(event.target.value.trim())
          }}
        />
      </div>
      <SaveRow
        label={t("save")}
        disabled={change.busy || !isValid || value === least}
        saved={saved ? t("saved") : undefined}
        error={change.problem}
      />
    </form>
  )
}

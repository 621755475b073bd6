"use client"

import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import {
  apiKey,
  type EditSettings,
  editSettingsOptions,
  editVersions,
  saveEditSettings,
} from "@/lib/client"
import { Card, CardBody, CardHead } from "../ui/card"
import { ReadProblem } from "../ui/read-problem"
import { Select } from "../ui/select"
import { Skeleton } from "../ui/skeleton"
import { Switch } from "../ui/switch"
import { SaveRow } from "./noted-field"
import { useChange } from "./use-change"

/**
 * The version of the operation that changes departments, and whether the platform supports patch
 * tests.
 */
export function EditSettingsCard() {
  const t = useTranslations("settings.edits")
  const { data, error, refetch } = useQuery(editSettingsOptions())
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <CardBody className="space-y-5">
        <p className="max-w-2xl text-ink-muted">{t("note")}</p>
        {data ? <EditSettingsForm settings={data} /> : null}
        {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
        {data || error ? null : <Skeleton className="h-32 max-w-2xl" />}
      </CardBody>
    </Card>
  )
}

function EditSettingsForm({ settings }: { settings: EditSettings }) {
  const t = useTranslations("settings.edits")
  const [edited, setEdited] = useState<Partial<EditSettings>>({})
  const [saved, setSaved] = useState(false)
  const change = useChange(saveEditSettings, apiKey("/api/departments/settings"))
  const shown = { ...settings, ...edited }
  const isSame = shown.version === settings.version && shown.takesTests === settings.takesTests
  const set = (part: Partial<EditSettings>) => {
    setSaved(false)
    setEdited({ ...edited, ...part })
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    const done = await change.run(shown)
    setSaved(done !== undefined)
    if (done) setEdited({})
  }
  return (
    <form onSubmit={save} className="max-w-2xl space-y-5">
      <VersionField version={shown.version} onVersion={(version) => set({ version })} />
      <TestsField takesTests={shown.takesTests} onChange={(takesTests) => set({ takesTests })} />
      <SaveRow
        label={t("save")}
        disabled={change.busy || isSame}
        saved={saved ? t("saved") : undefined}
        error={change.problem}
      />
    </form>
  )
}

interface VersionFieldProps {
  readonly version: EditSettings["version"]
  readonly onVersion: (version: EditSettings["version"]) => void
}

function VersionField({ version, onVersion }: VersionFieldProps) {
  const t = useTranslations("settings.edits")
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {t("version")}
      </label>
      <Select
        id={id}
        label={t("version")}
        options={editVersions.map((value) => ({ value, label: value }))}
        value={version}
        onValueChange={onVersion}
        className="w-40"
      />
      <p className="mt-1 text-ink-muted text-xs">{t("versionNote")}</p>
    </div>
  )
}

interface TestsFieldProps {
  readonly takesTests: boolean
  readonly onChange: (takesTests: boolean) => void
}

function TestsField({ takesTests, onChange }: TestsFieldProps) {
  const t = useTranslations("settings.edits")
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Switch
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        checked={takesTests}
        onCheckedChange={onChange}
      />
      <div>
        <p id={`${id}-label`} className="font-medium text-sm">
          {t("takesTests")}
        </p>
        <p id={`${id}-note`} aria-live="polite" className="mt-0.5 text-ink-muted text-xs">
          {t(takesTests ? "takesTestsNote" : "noTestsNote")}
        </p>
      </div>
    </div>
  )
}

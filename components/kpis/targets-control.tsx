import { Plus, Target as TargetIcon, Trash2 } from "lucide-react"
import { type FormEvent, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import { dayAt, startOfYear } from "@/lib/catalogue"
import { targetLimit, targetPeriods } from "@/lib/client"
import { Button } from "../ui/button"
import { IconButton } from "../ui/icon-button"
import { Input } from "../ui/input"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { Select } from "../ui/select"
import { useExplorer } from "./explorer-context"
import {
  type DraftReading,
  nextId,
  printTypedValue,
  readTargetDraft,
  type StepDraft,
  type TargetDraft,
  targetDraftOf,
} from "./target-draft"

/** The targets of an exploration: names, and values that hold from days on. */
export function TargetsControl() {
  const { targets } = useExplorer().exploration
  const t = useTranslations("kpis.targets")
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        render={<Button size="sm" variant={targets.length > 0 ? "secondary" : "ghost"} />}
      >
        <TargetIcon aria-hidden="true" />
        {targets.length === 0 ? t("add") : targets.map(({ name }) => name).join(", ")}
      </PopoverTrigger>
      <PopoverContent
        label={t("label")}
        className="max-h-(--available-height) w-84 overflow-y-auto"
      >
        <TargetsForm onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  )
}

function TargetsForm({ onDone }: { onDone: () => void }) {
  const { exploration, changeExploration } = useExplorer()
  const t = useTranslations("kpis.targets")
  const apply = useTranslations("reports.filter")
  const locale = useLocale()
  const { zone, bucket } = exploration.question
  const day = startOfYear(dayAt(Date.now(), zone))
  const emptyDraft = (): TargetDraft => ({
    id: nextId(),
    name: "",
    period: bucket === "hour" ? "day" : bucket,
    steps: [{ id: nextId(), from: day, value: "" }],
  })
  const [all, setAll] = useState(() =>
    exploration.targets.length > 0
      ? exploration.targets.map((target) => targetDraftOf(target, locale))
      : [emptyDraft()],
  )
  const [tried, setTried] = useState(false)
  const put = (draft: TargetDraft) =>
    setAll(all.map((each) => (each.id === draft.id ? draft : each)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const targets = all.flatMap((draft) => {
      const read = readTargetDraft(draft, locale)
      return read.ok ? [read.target] : []
    })
    if (targets.length < all.length) return
    changeExploration({ ...exploration, targets })
    onDone()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {all.map((draft) => (
        <TargetFields
          key={draft.id}
          draft={draft}
          reading={tried ? readTargetDraft(draft, locale) : undefined}
          onChange={put}
          onRemove={() => setAll(all.filter(({ id }) => id !== draft.id))}
        />
      ))}
      <div className="flex justify-between gap-2">
        <Button
          size="sm"
          variant="ghost"
          disabled={all.length >= targetLimit}
          onClick={() => setAll([...all, emptyDraft()])}
        >
          <Plus aria-hidden="true" />
          {t("another")}
        </Button>
        <Button type="submit" size="sm" variant="primary">
          {apply("apply")}
        </Button>
      </div>
    </form>
  )
}

/** The last one is what targets mean that were saved before they had a period. */
const periodOptions = [...targetPeriods, "bucket"] as const

interface TargetFieldsProps {
  readonly draft: TargetDraft
  /** Its target or its faults, once it was submitted. */
  readonly reading: DraftReading | undefined
  readonly onChange: (draft: TargetDraft) => void
  readonly onRemove: () => void
}

function TargetFields({ draft, reading, onChange, onRemove }: TargetFieldsProps) {
  const t = useTranslations("kpis.targets")
  const { name, steps } = draft
  const put = (step: StepDraft) =>
    onChange({ ...draft, steps: steps.map((each) => (each.id === step.id ? step : each)) })
  const last = steps.at(-1)
  return (
    <fieldset className="grid gap-1.5" aria-label={name || t("label")}>
      <div className="flex items-center gap-1">
        <Input
          size="sm"
          aria-label={t("name")}
          placeholder={t("name")}
          value={name}
          maxLength={60}
          onValueChange={(text) => onChange({ ...draft, name: text })}
        />
        <IconButton size="sm" label={t("remove", { name })} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <Select
        size="sm"
        label={t("period")}
        value={draft.period ?? "bucket"}
        options={periodOptions.map((value) => ({ value, label: t(`periods.${value}`) }))}
        onValueChange={(value) => {
          const { period: _, ...rest } = draft
          onChange(value === "bucket" ? rest : { ...rest, period: value })
        }}
        className="ml-3"
      />
      {steps.map((step) => (
        <div key={step.id} className="flex items-center gap-1 pl-3">
          <Input
            size="sm"
            type="date"
            aria-label={t("from")}
            value={step.from}
            onValueChange={(from) => put({ ...step, from })}
          />
          <Input
            size="sm"
            inputMode="decimal"
            aria-label={t("value")}
            placeholder={t("value")}
            value={step.value}
            className="text-right"
            onValueChange={(value) => put({ ...step, value })}
          />
          <IconButton
            size="sm"
            label={t("removeStep")}
            disabled={steps.length === 1}
            onClick={() => onChange({ ...draft, steps: steps.filter(({ id }) => id !== step.id) })}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <Button
        size="sm"
        variant="ghost"
        className="justify-self-start"
        onClick={() =>
          onChange({
            ...draft,
            steps: [...steps, { id: nextId(), from: "", value: last?.value ?? "" }],
          })
        }
      >
        <Plus aria-hidden="true" />
        {t("step")}
      </Button>
      {reading && !reading.ok ? <TargetFault {...reading} /> : null}
    </fieldset>
  )
}

/** Why a draft is no target. */
function TargetFault({ unclear }: Extract<DraftReading, { ok: false }>) {
  const t = useTranslations("kpis.targets")
  const locale = useLocale()
  const [one = 0, other = 0] = unclear?.meanings ?? []
  return (
    <p role="alert" className="text-critical-ink text-xs">
      {unclear
        ? t("unclear", {
            text: unclear.text,
            one: printTypedValue(one, locale),
            other: printTypedValue(other, locale),
          })
        : t("faulty", { example: 1234.5 })}
    </p>
  )
}

import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId, useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import {
  type BatchEdit,
  editSettingsOptions,
  planDepartmentReading,
  secondsForCalls,
} from "@/lib/client"
import { RefusedNotice } from "../../edits/refused-notice"
import { Button } from "../../ui/button"
import { Card, CardBody, CardHead } from "../../ui/card"
import { DateTime } from "../../ui/date-time"
import { ProgressBar } from "../../ui/progress-bar"
import { QuotaWait } from "../../ui/quota-wait"
import { Tab, Tabs, TabsList } from "../../ui/tabs"
import { useFieldLabel } from "../../ui/use-field-label"
import { useQuota } from "../../ui/use-quota"
import { DryRunRow } from "./dry-run-row"
import { Pager, usePages } from "./pager"
import { changesToSend, countClears, type DryRunItem } from "./plan-dry-run"
import type { DryRun, DryRunState } from "./use-dry-run"
import type { Sending } from "./use-send-batch"

const states = ["changes", "impossible", "same"] as const
const perPage = 25

/** What may yet be refused stands first. */
const doubtsOf = (item: DryRunItem) => (item.state === "changes" && item.doubts.length > 0 ? 1 : 0)

interface DryRunItemsProps {
  readonly items: readonly DryRunItem[]
  readonly list: ListOperation
}

/** What would become of each department: those that would change, those that cannot, those that are so already. */
function DryRunItems({ items, list }: DryRunItemsProps) {
  const t = useTranslations("departments.bulk.dryRun")
  const withState = (state: DryRunItem["state"]) =>
    items.filter((item) => item.state === state).toSorted((a, b) => doubtsOf(b) - doubtsOf(a))
  const filled = states.filter((state) => withState(state).length > 0)
  const [chosen, setChosen] = useState<DryRunItem["state"]>()
  const current = filled.find((state) => state === chosen) ?? filled[0] ?? "changes"
  const label = t(`tabs.${current}`, { count: withState(current).length })
  const id = useId()
  return (
    <Tabs value={current} onValueChange={(next) => setChosen(states.find((each) => each === next))}>
      <TabsList aria-label={t("results")} className="px-4">
        {filled.map((state) => (
          <Tab key={state} value={state} aria-controls={id}>
            {t(`tabs.${state}`, { count: withState(state).length })}
          </Tab>
        ))}
      </TabsList>
      <div id={id} role="tabpanel" aria-label={label}>
        <ItemPages key={current} label={label} items={withState(current)} list={list} />
      </div>
    </Tabs>
  )
}

function ItemPages({ label, items, list }: DryRunItemsProps & { readonly label: string }) {
  const pages = usePages(items, perPage)
  return (
    <>
      <ul aria-label={label} className="divide-y">
        {pages.shown.map((item) => (
          <DryRunRow key={item.line ?? item.id} item={item} list={list} />
        ))}
      </ul>
      <Pager label={label} pages={pages} />
    </>
  )
}

interface DryRunProgressProps {
  /** Requests made, and how many it takes. */
  readonly made: number
  readonly calls: number
  readonly onStop: () => void
}

/** How far the reading of a dry run is. */
function DryRunProgress({ made, calls, onStop }: DryRunProgressProps) {
  const t = useTranslations("departments.bulk.dryRun")
  const all = Math.max(calls, made)
  const text = t("progress", { made, calls: all })
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="tabular">
          {text} <QuotaWait look="line" className="text-ink-muted" />
        </p>
        <Button size="sm" onClick={onStop}>
          {t("stop")}
        </Button>
      </div>
      <ProgressBar label={t("reading")} text={text} share={made / all} moves />
    </div>
  )
}

/** Whole minutes, from the second one on; less is said in words. */
const minutesOf = (seconds: number) => (seconds < 60 ? 0 : Math.ceil(seconds / 60))

/** How long so many requests take at the present load; nothing until the quota is known. */
function useCallTime(): (calls: number) => string | undefined {
  const t = useTranslations("departments.bulk.cost")
  const sight = useQuota()
  return (calls) => {
    if (!sight) return undefined
    const seconds = secondsForCalls(calls, sight.quota)
    return seconds === undefined ? t("unlimited") : t("minutes", { minutes: minutesOf(seconds) })
  }
}

interface ReadingCostProps {
  readonly list: ListOperation
  /** How many departments are to be read, and how many there are in all. */
  readonly wanted: number
  readonly known: number
}

/** What a dry run will cost, before it begins: how departments are read, the requests and the time. */
function ReadingCost({ list, wanted, known }: ReadingCostProps) {
  const t = useTranslations("departments.bulk.cost")
  const timeOf = useCallTime()
  const { way, calls } = planDepartmentReading(list, wanted, known)
  return (
    <p className="text-ink-muted text-xs tabular">
      {t(way, { wanted, calls })} {timeOf(calls)}
    </p>
  )
}

interface DryRunCardProps {
  readonly dryRun: DryRun
  readonly list: ListOperation
  /** How many departments are to be read, and how many there are in all. */
  readonly wanted: number
  readonly known: number
  /** Why it cannot begin yet. */
  readonly missing?: string | undefined
  readonly onRun: () => void
  /** What is done with the changes. */
  readonly sending: Pick<Sending, "busy" | "problem">
  readonly onSend: (items: readonly BatchEdit[]) => void
  /** What has to be agreed to before anything is sent. */
  readonly condition?: ReactNode
  readonly mayNotSend?: boolean
}

type Ready = Extract<DryRunState, { step: "ready" }>

/** Looks at what edits would do before any of them is sent: the cost, the reading, each department's changes, and the sending. */
export function DryRunCard(props: DryRunCardProps) {
  const { dryRun, list, wanted, known, missing, onRun } = props
  const t = useTranslations("departments.bulk.dryRun")
  const { state } = dryRun
  const { calls } = planDepartmentReading(list, wanted, known)
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("note")}>
        {state.step === "ready" ? <Button onClick={onRun}>{t("again")}</Button> : null}
      </CardHead>
      {state.step === "idle" || state.step === "failed" ? (
        <CardBody className="space-y-3">
          {missing === undefined ? (
            <ReadingCost list={list} wanted={wanted} known={known} />
          ) : (
            <p className="text-ink-muted">{missing}</p>
          )}
          {state.step === "failed" ? <RefusedNotice problem={state.problem} /> : null}
          <Button variant="primary" disabled={missing !== undefined} onClick={onRun}>
            {state.step === "failed" ? t("again") : t("start")}
          </Button>
        </CardBody>
      ) : null}
      {state.step === "reading" ? (
        <CardBody>
          <DryRunProgress made={state.made} calls={calls} onStop={dryRun.reset} />
        </CardBody>
      ) : null}
      <p role="status" className="sr-only">
        {state.step === "ready" ? <Summary ready={state} /> : null}
      </p>
      {state.step === "ready" ? <Found ready={state} {...props} /> : null}
    </Card>
  )
}

const countOf = ({ items }: Ready, wanted: Ready["items"][number]["state"]) =>
  items.filter(({ state }) => state === wanted).length

function Summary({ ready }: { ready: Ready }) {
  const t = useTranslations("departments.bulk.dryRun")
  return t("summary", {
    changes: countOf(ready, "changes"),
    impossible: countOf(ready, "impossible"),
    same: countOf(ready, "same"),
  })
}

function Found({ ready, ...props }: DryRunCardProps & { readonly ready: Ready }) {
  const t = useTranslations("departments.bulk.dryRun")
  const { list, condition, sending, mayNotSend = false, onSend } = props
  const { items, world, at } = ready
  const count = countOf(ready, "changes")
  const doubtful = items.filter((item) => item.state === "changes" && item.doubts.length > 0).length
  const send = () =>
    onSend(changesToSend(items, world).map(({ id, patch }) => ({ recordId: id, patch })))
  return (
    <>
      <p className="border-b px-4 py-2 text-ink-muted tabular">
        <Summary ready={ready} /> {t("asOf")} <DateTime value={at} />.
      </p>
      {doubtful > 0 ? (
        <p className="border-b bg-caution-soft px-4 py-2 text-caution-ink tabular">
          {t("doubts", { count: doubtful })}
        </p>
      ) : null}
      <Clears items={items} />
      <DryRunItems items={items} list={list} />
      <div className="sticky bottom-0 space-y-3 border-t bg-surface px-4 py-3">
        {condition}
        {sending.problem ? <RefusedNotice problem={sending.problem} /> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            disabled={count === 0 || mayNotSend || sending.busy}
            onClick={send}
          >
            {sending.busy ? t("sending") : t("send", { count })}
          </Button>
          <SendingCost count={count} />
        </div>
      </div>
    </>
  )
}

/** How many values are emptied, field by field, before anybody agrees to it. */
function Clears({ items }: Pick<Ready, "items">) {
  const t = useTranslations("departments.bulk.dryRun")
  const labelOf = useFieldLabel()
  const format = useFormatter()
  const clears = [...countClears(items)]
  const count = clears.reduce((sum, [, each]) => sum + each, 0)
  if (count === 0) return null
  const names = clears.map(([field, each]) => `${labelOf(field)} (${format.number(each)})`)
  return (
    <p className="border-b bg-critical-soft px-4 py-2 font-medium text-critical-ink tabular">
      {t("clears", { count, names: names.join(", ") })}
    </p>
  )
}

/** What the sending costs; a platform that takes no tests is read once more before each change. */
function SendingCost({ count }: { count: number }) {
  const t = useTranslations("departments.bulk.dryRun")
  const timeOf = useCallTime()
  const { data: settings } = useQuery(editSettingsOptions())
  const isUnguarded = settings?.takesTests === false
  const calls = isUnguarded ? count * 2 : count
  if (count === 0) return <p className="text-ink-muted text-xs">{t("nothingToSend")}</p>
  return (
    <p className="min-w-0 flex-1 basis-64 text-ink-muted text-xs tabular">
      {t("sendCost", { calls })} {timeOf(calls)} {isUnguarded ? t("unguarded") : t("guarded")}
    </p>
  )
}

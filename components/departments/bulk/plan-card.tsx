import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId, useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { editSettingsOptions, secondsForCalls } from "@/lib/client"
import { useDepartmentLabel } from "../../edits/format-value"
import { RefusedNotice } from "../../edits/notices"
import { countClears, type PlannedChange, readyChanges } from "../../edits/plan-changes"
import { type PlanState, usePlan } from "../../edits/use-plan"
import { Button } from "../../ui/button"
import { Card, CardBody, CardHead } from "../../ui/card"
import { DateTime } from "../../ui/date-time"
import { Input } from "../../ui/input"
import { ProgressBar } from "../../ui/progress-bar"
import { QuotaWait } from "../../ui/quota-wait"
import { Tab, Tabs, TabsList } from "../../ui/tabs"
import { useQuota } from "../../ui/use-quota"
import { Pager, usePages } from "./pager"
import { PlannedDepartment } from "./planned-department"

type PlanTab = "changes" | "held" | "impossible" | "same"

const tabs = ["changes", "held", "impossible", "same"] as const
const perPage = 25

const tabOf = {
  ready: "changes",
  held: "held",
  conflict: "impossible",
  refused: "impossible",
  unchanged: "same",
} as const satisfies Record<PlannedChange["state"], PlanTab>

/** Changes that may still be refused come first. */
const doubtsOf = (item: PlannedChange) => (item.state === "ready" && item.doubts.length > 0 ? 1 : 0)

const itemsIn = (items: readonly PlannedChange[], tab: PlanTab) =>
  items.filter(({ state }) => tabOf[state] === tab).toSorted((a, b) => doubtsOf(b) - doubtsOf(a))

type Items = Pick<ReadyPlan, "items">

/** The outcome per department: changes, refusals, and those that already match. */
function PlannedItems({ items }: Items) {
  const t = useTranslations("departments.bulk.dryRun")
  const filled = tabs.filter((tab) => itemsIn(items, tab).length > 0)
  const [chosen, setChosen] = useState<PlanTab>()
  const current = filled.find((tab) => tab === chosen) ?? filled[0] ?? "changes"
  const shown = itemsIn(items, current)
  const label = t(`tabs.${current}`, { count: shown.length })
  const id = useId()
  return (
    <Tabs value={current} onValueChange={(next) => setChosen(tabs.find((each) => each === next))}>
      <TabsList aria-label={t("results")} className="px-4">
        {filled.map((tab) => (
          <Tab key={tab} value={tab} aria-controls={id}>
            {t(`tabs.${tab}`, { count: itemsIn(items, tab).length })}
          </Tab>
        ))}
      </TabsList>
      <div id={id} role="tabpanel" aria-label={label}>
        <ItemPages key={current} label={label} items={shown} />
      </div>
    </Tabs>
  )
}

function ItemPages({ label, items }: Items & { readonly label: string }) {
  const pages = usePages(items, perPage)
  return (
    <>
      <ul aria-label={label} className="divide-y">
        {pages.shown.map((item) => (
          <PlannedDepartment key={item.line ?? item.id} item={item} />
        ))}
      </ul>
      <Pager label={label} pages={pages} />
    </>
  )
}

function ReadingProgress({ made }: { made: number }) {
  const t = useTranslations("departments.bulk.dryRun")
  const { cost, reset } = usePlan()
  const text = t("reading")
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="tabular">
          {text} <QuotaWait variant="line" className="text-ink-muted" />
        </p>
        <Button size="sm" onClick={reset}>
          {t("stop")}
        </Button>
      </div>
      <ProgressBar label={text} text={text} share={made / Math.max(cost.calls, made)} moves />
    </div>
  )
}

/** Whole minutes, rounded up; 0 for less than one, which has a text of its own. */
const minutesOf = (seconds: number) => (seconds < 60 ? 0 : Math.ceil(seconds / 60))

/** The time that N requests take at the current load; undefined if unknown or unlimited. */
function useCallTime(): (calls: number) => string | undefined {
  const t = useTranslations("departments.bulk.cost")
  const sight = useQuota()
  return (calls) => {
    if (!sight) return undefined
    const seconds = secondsForCalls(calls, sight.quota)
    return seconds === undefined ? undefined : t("minutes", { minutes: minutesOf(seconds) })
  }
}

/** What a plan loads before it starts, and how long that takes. */
export function ReadingCost() {
  const t = useTranslations("departments.bulk.cost")
  const timeOf = useCallTime()
  const { departments: wanted, calls } = usePlan().cost
  return (
    <p className="text-ink-muted text-xs tabular">
      {t("loads", { wanted })} {timeOf(calls)}
    </p>
  )
}

interface PlanCardProps {
  /** Why it cannot start yet. */
  readonly missing?: string | undefined
  /** What must be confirmed before anything is sent. */
  readonly condition?: ReactNode
  readonly mayNotSend?: boolean
}

/** Larger batches require typing their size. */
const maxUnconfirmed = 50

type ReadyPlan = Extract<PlanState, { step: "ready" }>

/**
 * Previews changes before any is sent: the cost, the reading, each department's changes, and the
 * start of the batch.
 */
export function PlanCard({ missing, ...props }: PlanCardProps) {
  const t = useTranslations("departments.bulk.dryRun")
  const { state, read } = usePlan()
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("note")}>
        {state.step === "ready" ? <Button onClick={read}>{t("again")}</Button> : null}
      </CardHead>
      {state.step === "idle" || state.step === "failed" ? (
        <CardBody className="space-y-3">
          {missing === undefined ? <ReadingCost /> : <p className="text-ink-muted">{missing}</p>}
          {state.step === "failed" ? <RefusedNotice problem={state.problem} /> : null}
          <Button variant="primary" disabled={missing !== undefined} onClick={read}>
            {state.step === "failed" ? t("again") : t("start")}
          </Button>
        </CardBody>
      ) : null}
      {state.step === "reading" ? (
        <CardBody>
          <ReadingProgress made={state.made} />
        </CardBody>
      ) : null}
      <p role="status" className="sr-only">
        {state.step === "ready" ? <Summary items={state.items} /> : null}
      </p>
      {state.step === "ready" ? <Found ready={state} {...props} /> : null}
    </Card>
  )
}

function Summary({ items }: Items) {
  const t = useTranslations("departments.bulk.dryRun")
  const countOf = (tab: PlanTab) => itemsIn(items, tab).length
  return t("summary", {
    changes: countOf("changes"),
    held: countOf("held"),
    impossible: countOf("impossible"),
    same: countOf("same"),
  })
}

interface FoundProps extends Omit<PlanCardProps, "missing"> {
  readonly ready: ReadyPlan
}

function Found({ ready: { items, at }, condition, mayNotSend = false }: FoundProps) {
  const t = useTranslations("departments.bulk.dryRun")
  const { problem, busy, start } = usePlan().sending
  const count = readyChanges(items).length
  const [typed, setTyped] = useState("")
  const typedId = useId()
  const isConfirmed = count <= maxUnconfirmed || typed.trim() === `${count}`
  const doubtful = items.filter((item) => doubtsOf(item) > 0).length
  return (
    <>
      <p className="border-b px-4 py-2 text-ink-muted tabular">
        <Summary items={items} /> {t("asOf")} <DateTime value={at} />.
      </p>
      {doubtful > 0 ? (
        <p className="border-b bg-caution-soft px-4 py-2 text-caution-ink tabular">
          {t("doubts", { count: doubtful })}
        </p>
      ) : null}
      <Clears items={items} />
      <PlannedItems items={items} />
      <div className="sticky bottom-0 space-y-3 border-t bg-surface px-4 py-3">
        {condition}
        {count > maxUnconfirmed ? (
          <label htmlFor={typedId} className="flex flex-wrap items-center gap-2">
            {t("typed", { count })}
            <Input
              id={typedId}
              inputMode="numeric"
              autoComplete="off"
              className="w-24"
              value={typed}
              onValueChange={setTyped}
            />
          </label>
        ) : null}
        {problem ? <RefusedNotice problem={problem} /> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            disabled={count === 0 || mayNotSend || busy || !isConfirmed}
            onClick={start}
          >
            {busy ? t("sending") : t("send", { count })}
          </Button>
          <SendingCost count={count} />
        </div>
      </div>
    </>
  )
}

/** How many values are cleared, by field, shown before the confirmation. */
function Clears({ items }: Items) {
  const t = useTranslations("departments.bulk.dryRun")
  const labelOf = useDepartmentLabel()
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

/** The cost of sending. A platform without patch tests needs another read before each change. */
function SendingCost({ count }: { count: number }) {
  const t = useTranslations("departments.bulk.dryRun")
  const timeOf = useCallTime()
  const { data: settings } = useQuery(editSettingsOptions())
  const isUnguarded = settings?.takesTests === false
  const calls = isUnguarded ? count * 2 : count
  if (count === 0) return <p className="text-ink-muted text-xs">{t("nothingToSend")}</p>
  return (
    <p className="min-w-0 flex-1 basis-64 text-ink-muted text-xs tabular">
      {timeOf(calls)} {isUnguarded ? t("unguarded") : t("guarded")}
    </p>
  )
}

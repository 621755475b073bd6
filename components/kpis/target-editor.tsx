import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Pencil } from "lucide-react"
import { type FormEvent, useMemo, useState } from "react"
import { useFormatter, useLocale, useTimeZone, useTranslations } from "use-intl"
import { type DataSetGoal, dayAt, startOfMonth, valueOn } from "@/lib/catalogue"
import { changeGoal, type GoalChange, goalKeys, goalOptions } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { Input } from "../ui/input"
import { MoreRows } from "../ui/more-rows"
import { ReadProblem } from "../ui/read-problem"
import { SearchField } from "../ui/search-field"
import { Select } from "../ui/select"
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet"
import { Skeleton } from "../ui/skeleton"
import { useGroupingName, useIdNames, useLevels } from "./labels"
import { TargetFile } from "./target-file"
import { printTypedValue, readTypedValue } from "./typed-value"

interface TargetEditorProps {
  readonly dataSetId: string
  readonly name: string
}

/** An editor for a data set's targets of a month. */
export function TargetEditor({ dataSetId, name }: TargetEditorProps) {
  const t = useTranslations("kpis.targets")
  const [open, setOpen] = useState(false)
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger render={<Button />}>
        <Pencil aria-hidden="true" />
        {t("edit")}
      </SheetTrigger>
      <SheetContent title={t("title", { name })} description={t("editNote")}>
        <div className="grid gap-5">
          <TargetFile dataSetId={dataSetId} onDone={() => setOpen(false)} />
          <Editor dataSetId={dataSetId} onDone={() => setOpen(false)} />
        </div>
      </SheetContent>
    </Sheet>
  )
}

function Editor({ dataSetId, onDone }: { dataSetId: string; onDone: () => void }) {
  const { data, error, refetch } = useQuery(goalOptions(dataSetId))
  if (error && !data) return <ReadProblem error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-64" />
  return <EditorForm goal={data} dataSetId={dataSetId} onDone={onDone} />
}

/** Selectable months before and after the current one. */
const monthsAround = { before: 24, behind: 12 } as const

function useMonths() {
  const format = useFormatter()
  const zone = useTimeZone() ?? "UTC"
  const today = dayAt(Date.now(), zone)
  const count = monthsAround.before + monthsAround.behind + 1
  return Array.from({ length: count }, (_, at) => {
    const day = startOfMonth(today, monthsAround.behind - at)
    const label = format.dateTime(new Date(day), {
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    })
    return { value: day.slice(0, 7), label }
  })
}

interface Owner {
  readonly key: string
  readonly name: string
}

/**
 * Everything that can have a target: the whole data set, the departments of a level, and individual
 * departments; those with a target first.
 */
function useOwners({ targets }: DataSetGoal): {
  together: readonly Owner[]
  departments: readonly Owner[]
} {
  const t = useTranslations("kpis.targets")
  const locale = useLocale()
  const levels = useLevels()
  const groupingName = useGroupingName()
  const { departments: names } = useIdNames()
  const departments = useMemo(() => {
    const given = new Set(targets.map(({ owner }) => owner))
    const order = ({ key }: Owner) => Number(!given.has(key))
    return Object.entries(names)
      .map(([key, name]) => ({ key, name }))
      .toSorted(
        (one, other) => order(one) - order(other) || one.name.localeCompare(other.name, locale),
      )
  }, [names, targets, locale])
  const together = [
    { key: "all", name: t("all") },
    ...levels.map((_, at) => ({
      key: `level:${at + 1}`,
      name: t("each", { level: groupingName({ grouping: "department", level: at + 1 }) }),
    })),
  ]
  return { together, departments }
}

const atOnce = 50

interface EditorFormProps {
  readonly goal: DataSetGoal
  readonly dataSetId: string
  readonly onDone: () => void
}

function EditorForm({ goal, dataSetId, onDone }: EditorFormProps) {
  const t = useTranslations("kpis.targets")
  const locale = useLocale()
  const client = useQueryClient()
  const months = useMonths()
  const [month, setMonth] = useState(months[monthsAround.behind]?.value ?? "")
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [sought, setSought] = useState("")
  const [shown, setShown] = useState(atOnce)
  const { together, departments } = useOwners(goal)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: GoalChange) => changeGoal(dataSetId, change),
    async onSuccess() {
      await Promise.all(goalKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
      onDone()
    },
  })
  const found = departments.filter(({ name }) =>
    name.toLocaleLowerCase(locale).includes(sought.trim().toLocaleLowerCase(locale)),
  )
  const entries = Object.entries(typed).map(([key, text]) => {
    const split = key.lastIndexOf(" ")
    const meanings = text.trim() === "" ? [null] : readTypedValue(text.trim(), locale)
    return { owner: key.slice(0, split), month: key.slice(split + 1), meanings }
  })
  const isFaulty = entries.some(({ meanings }) => meanings.length !== 1)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isFaulty) return
    mutate({
      targets: entries.map(({ owner, month: of, meanings: [value = null] }) => ({
        owner,
        month: of,
        value,
      })),
    })
  }
  const field = (owner: Owner) => {
    const key = `${owner.key} ${month}`
    return (
      <TargetField
        key={key}
        owner={owner}
        goal={goal}
        month={month}
        text={typed[key]}
        onChange={(text) => setTyped({ ...typed, [key]: text })}
      />
    )
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Select
        label={t("month")}
        value={month}
        options={months}
        onValueChange={setMonth}
        className="w-56"
      />
      <div className="grid gap-2">{together.map(field)}</div>
      <SearchField label={t("find")} value={sought} onChange={setSought} />
      <div className="grid gap-2">{found.slice(0, shown).map(field)}</div>
      <MoreRows shown={shown} count={found.length} onMore={() => setShown(shown + atOnce)} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-2 border-t bg-raised px-5 py-3">
        <ChangeProblem error={error} />
        {isFaulty ? (
          <p role="alert" className="text-critical-ink text-xs">
            {t("faulty")}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-end"
          disabled={isPending || entries.length === 0}
        >
          {t("save", { count: entries.length })}
        </Button>
      </div>
    </form>
  )
}

interface TargetFieldProps {
  readonly owner: Owner
  readonly goal: DataSetGoal
  readonly month: string
  /** Undefined if nothing was typed. */
  readonly text: string | undefined
  readonly onChange: (text: string) => void
}

/** An owner's target for a month; without its own value, the one still in force. */
function TargetField({ owner, goal, month, text, onChange }: TargetFieldProps) {
  const t = useTranslations("kpis.targets")
  const locale = useLocale()
  const own = goal.targets.filter((target) => target.owner === owner.key)
  const given = own.find((target) => target.month === month)
  const steps = own.map((target) => ({ from: target.month, value: target.value }))
  const before = valueOn({ name: "", steps }, month)
  const meanings = text?.trim() ? readTypedValue(text.trim(), locale) : undefined
  const [one = 0, other = 0] = meanings ?? []
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{owner.name}</span>
        <Input
          inputMode="decimal"
          aria-label={owner.name}
          aria-invalid={meanings !== undefined && meanings.length !== 1}
          className="w-36 text-right"
          value={text ?? (given ? printTypedValue(given.value, locale) : "")}
          placeholder={before === null ? "" : printTypedValue(before, locale)}
          onValueChange={onChange}
        />
      </div>
      {meanings && meanings.length > 1 ? (
        <p role="alert" className="text-right text-critical-ink text-xs">
          {t("unclear", {
            text: text?.trim() ?? "",
            one: printTypedValue(one, locale),
            other: printTypedValue(other, locale),
          })}
        </p>
      ) : null}
    </div>
  )
}

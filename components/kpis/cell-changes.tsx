import { useQuery } from "@tanstack/react-query"
import { useTranslations } from "use-intl"
import {
  type DividedChange,
  type GroupChange,
  isDivided,
  type SeriesAnswer,
  type SeriesCell,
} from "@/lib/catalogue"
import { changeOf, changeQuery, changesOptions } from "@/lib/client"
import { Skeleton } from "../ui/skeleton"
import { useValueFormat } from "../ui/value-format"
import { AnswerProblem } from "./answer-problem"
import { useExplorer, useShownUnit } from "./explorer-context"
import { useDaysText, useGroupName } from "./labels"

interface CellChangesProps {
  readonly answer: SeriesAnswer
  readonly cell: SeriesCell
  /** The index of the compared range; 0 is the previous one. */
  readonly against: number
}

/** What changed in a cell, and how much departments and labels contributed. */
export function CellChanges({ answer, cell, against }: CellChangesProps) {
  const t = useTranslations("kpis.changes")
  const question = changeQuery(answer, cell, against)
  const { measure } = answer.question
  if (!isDivided(measure)) return <p className="text-ink-muted">{t("notDivided")}</p>
  if (measure === "average" && answer.least !== undefined)
    return <p className="text-ink-muted">{t("protectedAverage")}</p>
  if (!question) return <p className="text-ink-muted">{t("notAlone")}</p>
  return <FoundChanges question={question} />
}

function FoundChanges({ question }: { question: NonNullable<ReturnType<typeof changeQuery>> }) {
  const { setup } = useExplorer()
  const t = useTranslations("kpis.changes")
  const daysText = useDaysText()
  const { withUnit, signed, percent } = useValueFormat(useShownUnit())
  const { data, error, refetch } = useQuery(
    changesOptions(setup.operation, setup.dataSetId, question),
  )
  if (error) return <AnswerProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64" />
  const { days, value, before, divided, least } = data
  if (!days) return <p className="text-ink-muted">{t("noDays")}</p>
  if (value === null || before === null)
    return (
      <p className="text-ink-muted">
        {least === undefined ? t("noValue") : t("hidden", { least })}
      </p>
    )
  const change = changeOf({ value, before })
  return (
    <div className="grid gap-5">
      <div>
        <p className="tabular font-semibold text-xl">
          {signed(value - before)} {setup.unit && question.measure !== "count" ? setup.unit : ""}
          {change === undefined ? null : (
            <span className="pl-2 font-normal text-ink-muted text-sm">{percent(change)}</span>
          )}
        </p>
        <p className="text-ink-muted text-xs">
          {daysText(days.first)}: {withUnit(value)} · {daysText(days.before)}: {withUnit(before)}
        </p>
      </div>
      {divided
        .filter(({ rows, rest }) => rows.length > 1 || rest.members > 0)
        .map((each) => (
          <Contributions key={each.grouping} divided={each} change={value - before} />
        ))}
    </div>
  )
}

function Contributions({ divided, change }: { divided: DividedChange; change: number }) {
  const { grouping, rows, rest, notShown } = divided
  const t = useTranslations("kpis.changes")
  const groupName = useGroupName()
  const { exact } = useValueFormat("")
  const most = Math.max(
    ...[...rows, rest].map(({ contribution }) => Math.abs(contribution)),
    Math.abs(notShown ?? 0),
  )
  const valuesOf = ({ value, before }: GroupChange) =>
    t("values", {
      value: value === null ? "–" : exact(value),
      before: before === null ? "–" : exact(before),
    })
  return (
    <section aria-label={t(grouping)} className="grid gap-2">
      <h3 className="font-medium text-sm">{t(grouping)}</h3>
      <ul className="grid gap-1.5">
        {rows.map((row) => (
          <Contribution
            key={row.key}
            name={groupName({ kind: grouping, key: row.key })}
            note={valuesOf(row)}
            contribution={row.contribution}
            most={most}
          />
        ))}
        {rest.members > 0 ? (
          <Contribution
            name={t("rest", { count: rest.members })}
            contribution={rest.contribution}
            most={most}
          />
        ) : null}
        {notShown === undefined ? null : (
          <Contribution name={t("notShown")} contribution={notShown} most={most} />
        )}
        <Contribution name={t("all")} contribution={change} most={0} />
      </ul>
    </section>
  )
}

interface ContributionProps {
  readonly name: string
  readonly note?: string
  readonly contribution: number
  /** The largest contribution, which scales the bars; 0 draws none. */
  readonly most: number
}

/**
 * A contribution to a change: a bar from the middle, negative to the left and positive to the
 * right.
 */
function Contribution({ name, note, contribution, most }: ContributionProps) {
  const { signed } = useValueFormat("")
  const share = most === 0 ? 0 : (50 * Math.abs(contribution)) / most
  return (
    <li className={most === 0 ? "border-t pt-1.5 font-medium text-sm" : "text-sm"}>
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        {note ? <span className="tabular shrink-0 text-ink-faint text-xs">{note}</span> : null}
        <span className="tabular shrink-0">{signed(contribution)}</span>
      </span>
      {most === 0 ? null : (
        <span className="relative mt-1 block h-1.5 rounded-xs bg-sunken" aria-hidden="true">
          <span
            className={`absolute inset-y-0 rounded-xs ${contribution < 0 ? "bg-(--series-2)" : "bg-(--series-1)"}`}
            style={{ left: `${contribution < 0 ? 50 - share : 50}%`, width: `${share}%` }}
          />
        </span>
      )}
    </li>
  )
}

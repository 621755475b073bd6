import Link from "next/link"
import type { ReactNode } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { ActivityEntry } from "../edits/activity-log"
import { DepartmentLink } from "../edits/department-link"
import { CopyButton } from "../ui/copy-button"
import { DateTime } from "../ui/date-time"
import { type ActivityScreen, useActivityScreen } from "./activity-context"
import { PersonName } from "./entry-frame"

export interface EditFactsProps {
  readonly entry: ActivityEntry
}

type Fact = readonly [name: string, value: ReactNode]

export function EditFacts({ entry }: EditFactsProps) {
  const { openEdit } = useActivityScreen()
  const t = useTranslations("activity.detail")
  const facts: readonly Fact[] = [
    [t("department"), <DepartmentLink key="department" id={entry.recordId} />],
    [t("person"), <PersonName key="person" {...entry} />],
    [t("begun"), <DateTime key="begun" value={entry.intendedAt} relative />],
    [t("ended"), <Ended key="ended" entry={entry} />],
    ...belongings(entry, openEdit, t),
  ]
  return (
    <section aria-label={t("facts")}>
      <FactList facts={facts} />
    </section>
  )
}

/** The platform's answer, and ids for support. */
export function TechnicalFacts({ entry }: EditFactsProps) {
  const t = useTranslations("activity.detail")
  const facts: readonly Fact[] = [
    [t("answer"), entry.status ?? "–"],
    ...(entry.code === null ? [] : [[t("code"), <Code key="code" text={entry.code} />] as const]),
    [t("request"), <Code key="request" text={entry.requestId} copies />],
    [t("edit"), <Code key="edit" text={entry.id} copies />],
  ]
  return <FactList facts={facts} />
}

function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="min-w-0 break-words tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Texts = ReturnType<typeof useTranslations<"activity.detail">>

/** The edits and the batch that this edit is linked to. */
function belongings(
  { undoes, undoneBy, batch }: ActivityEntry,
  openEdit: ActivityScreen["openEdit"],
  t: Texts,
): Fact[] {
  const edits = [
    [t("undoes"), undoes],
    [t("undoneBy"), undoneBy],
  ] as const
  const facts = edits.flatMap(([name, id]): Fact[] =>
    id === null
      ? []
      : [
          [
            name,
            <button
              key={id}
              type="button"
              onClick={() => openEdit(id)}
              className="rounded-sm text-accent-ink hover:underline"
            >
              {t("anotherChange")}
            </button>,
          ],
        ],
  )
  if (batch === null) return facts
  const link = (
    <Link
      key={batch}
      href={`/organisation/batches/${batch}`}
      prefetch={false}
      className="text-accent-ink hover:underline"
    >
      {t("openBatch")}
    </Link>
  )
  return [...facts, [t("batch"), link]]
}

function Ended({ entry: { intendedAt, concludedAt } }: EditFactsProps) {
  const t = useTranslations("activity.detail")
  const format = useFormatter()
  if (concludedAt === null) return t("notEnded")
  const seconds = (Date.parse(concludedAt) - Date.parse(intendedAt)) / 1000
  const took = format.number(seconds, {
    style: "unit",
    unit: "second",
    unitDisplay: "short",
    maximumFractionDigits: 2,
  })
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <DateTime value={concludedAt} />
      <span className="text-ink-faint text-xs">{t("took", { time: took })}</span>
    </span>
  )
}

function Code({ text, copies = false }: { text: string; copies?: boolean }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="break-all font-mono text-xs">{text}</code>
      {copies ? <CopyButton value={text} /> : null}
    </span>
  )
}

import type { ReactNode } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { DashboardStatus } from "@/lib/client"
import { Card, CardBody, CardHead } from "../ui/card"
import { cn } from "../ui/class-names"
import { dateTimeFormat } from "../ui/date-time-format"
import { useCodeText } from "../ui/use-code-text"
import type { OperationTitles } from "./request-history"
import { UnreadNote } from "./unread-note"
import { useSizeText } from "./use-size-text"

interface FiguresProps {
  readonly title: string
  readonly children: ReactNode
}

function FiguresCard({ title, children }: FiguresProps) {
  return (
    <Card aria-label={title}>
      <CardHead title={title} />
      {children ?? <UnreadNote />}
    </Card>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly note?: string | undefined
  readonly isBad?: boolean
}

function Figure({ name, value, note, isBad = false }: FigureProps) {
  return (
    <div>
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd className={cn("font-semibold text-lg tabular", isBad && "text-critical-ink")}>{value}</dd>
      {note ? <dd className="text-ink-muted text-xs tabular">{note}</dd> : null}
    </div>
  )
}

function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-6 gap-y-3">{children}</dl>
}

const priorities = ["person", "export", "sync"] as const

/** The platform's quota by priority: usage in its minute, and the queue. */
export function QuotaFigures({ quota }: { readonly quota: DashboardStatus["quota"] }) {
  const t = useTranslations("settings.status.quota")
  const q = useTranslations("quota")
  if (quota === null) return <FiguresCard title={t("title")}>{null}</FiguresCard>
  const { used, platformLimit } = quota
  const cell = "py-1 text-right tabular"
  return (
    <FiguresCard title={t("title")}>
      <CardBody className="grid gap-3">
        <p className="font-semibold text-lg tabular">
          {platformLimit === null ? t("unlimited") : q("figures.usedLong", { used, platformLimit })}
        </p>
        <table className="w-full text-sm">
          <thead className="text-ink-muted text-xs">
            <tr>
              <th scope="col" className="text-left font-normal">
                {q("figures.lane")}
              </th>
              <th scope="col" className="text-right font-normal">
                {q("figures.used")}
              </th>
              <th scope="col" className="text-right font-normal">
                {q("figures.waiting")}
              </th>
            </tr>
          </thead>
          <tbody>
            {priorities.map((priority) => (
              <tr key={priority}>
                <th scope="row" className="py-1 text-left font-normal">
                  {q(`lanes.${priority}`)}
                </th>
                <td className={cell}>{quota.usedByLane[priority]}</td>
                <td className={cell}>{quota.waiting[priority]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </FiguresCard>
  )
}

interface CopiesFiguresProps {
  readonly copies: DashboardStatus["copies"]
  readonly titles: OperationTitles
}

/** The number of copied lists, and those that cannot be copied. */
export function CopiesFigures({ copies, titles }: CopiesFiguresProps) {
  const t = useTranslations("settings.status.copies")
  const errors = useTranslations("errors")
  const format = useFormatter()
  const textOf = useCodeText()
  if (copies === null) return <FiguresCard title={t("title")}>{null}</FiguresCard>
  const failing = copies.failing.reduce((sum, { lists }) => sum + lists, 0)
  return (
    <FiguresCard title={t("title")}>
      <CardBody className="grid gap-3">
        <Figures>
          <Figure
            name={t("whole")}
            value={format.number(copies.whole)}
            note={t("ofLists", { count: copies.lists })}
          />
          <Figure name={t("running")} value={format.number(copies.running)} />
          <Figure name={t("paused")} value={format.number(copies.paused)} />
          <Figure name={t("failing")} value={format.number(failing)} isBad={failing > 0} />
        </Figures>
        {copies.failing.length > 0 ? (
          <ul className="grid gap-1 text-critical-ink text-xs">
            {copies.failing.map(({ operation, reason, lists }) => (
              <li key={`${operation} ${reason}`}>
                {t("failed", {
                  operation: titles[operation] ?? operation,
                  count: lists,
                  reason: textOf(reason)?.title ?? errors("unexpected.title"),
                })}
              </li>
            ))}
          </ul>
        ) : null}
        {copies.asOf === null ? null : (
          <p className="text-ink-muted text-xs tabular">
            {t("asOf")} {format.dateTime(new Date(copies.asOf), dateTimeFormat)}
          </p>
        )}
      </CardBody>
    </FiguresCard>
  )
}

const secondsAMinute = 60

/** How many exports wait for an instance, and for how long. */
export function ExportsFigures({ exports }: { readonly exports: DashboardStatus["exports"] }) {
  const t = useTranslations("settings.status.exports")
  const status = useTranslations("settings.status")
  const format = useFormatter()
  if (exports === null) return <FiguresCard title={t("title")}>{null}</FiguresCard>
  const { waiting, running, paused, failed, oldestSeconds } = exports
  const minutes = Math.floor((oldestSeconds ?? 0) / secondsAMinute)
  return (
    <FiguresCard title={t("title")}>
      <CardBody>
        <Figures>
          <Figure
            name={t("waiting")}
            value={format.number(waiting)}
            note={
              oldestSeconds === null
                ? undefined
                : t("oldest", { time: status("wait", { minutes }) })
            }
          />
          <Figure name={t("running")} value={format.number(running)} />
          <Figure name={t("paused")} value={format.number(paused)} />
          <Figure name={t("failed")} value={format.number(failed)} isBad={failed > 0} />
        </Figures>
      </CardBody>
    </FiguresCard>
  )
}

/** Free space for files, and the size of the database. */
export function DiskFigures({ disk }: { readonly disk: DashboardStatus["disk"] }) {
  const t = useTranslations("settings.status.disk")
  const sizeText = useSizeText()
  const { files, databaseBytes } = disk
  if (files === null && databaseBytes === null)
    return <FiguresCard title={t("title")}>{null}</FiguresCard>
  return (
    <FiguresCard title={t("title")}>
      <CardBody className="grid gap-3">
        <Figures>
          {files ? (
            <Figure
              name={t("free")}
              value={sizeText(files.free)}
              note={t("of", { size: sizeText(files.all) })}
            />
          ) : null}
          {databaseBytes === null ? null : (
            <Figure name={t("database")} value={sizeText(databaseBytes)} />
          )}
        </Figures>
        <p className="text-ink-muted text-xs">{t("note")}</p>
      </CardBody>
    </FiguresCard>
  )
}

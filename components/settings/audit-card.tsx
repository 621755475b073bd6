"use client"

import { useInfiniteQuery } from "@tanstack/react-query"
import { Download, RefreshCw } from "lucide-react"
import { useId, useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import { addDays, type DayRange, isDay, startOfDay } from "@/lib/catalogue"
import {
  type AuditFilter,
  type AuditKind,
  auditFileUrl,
  auditOptions,
  recordedKinds,
  type StoredAuditEvent,
} from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { Input } from "../ui/input"
import { ReadProblem } from "../ui/read-problem"
import { SearchField } from "../ui/search-field"
import { Select } from "../ui/select"
import { shortenId } from "../ui/short-id"
import { Skeleton } from "../ui/skeleton"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"

const any = "any"

interface AuditNarrowing extends DayRange {
  readonly kind: AuditKind | typeof any
  readonly person: string
}

const whole: AuditNarrowing = { kind: any, person: "", from: "", to: "" }

/** The days are in the reader's zone, bounds inclusive. */
const filterOf = ({ kind, person, from, to }: AuditNarrowing, zone: string): AuditFilter => ({
  ...(kind !== any && { kind }),
  ...(person.trim() !== "" && { person: person.trim() }),
  ...(isDay(from) && { from: startOfDay(from, zone) }),
  ...(isDay(to) && { to: startOfDay(addDays(to, 1), zone) }),
})

/** The audit log, newest first and filtered, with a download of all matching events. */
export function AuditCard() {
  const t = useTranslations("settings.audit")
  const [narrowing, setNarrowing] = useState(whole)
  const filter = filterOf(narrowing, useTimeZone() ?? "UTC")
  const log = useInfiniteQuery(auditOptions(filter))
  const events = log.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")}>
        <Button size="sm" variant="ghost" onClick={() => void log.refetch()}>
          <RefreshCw aria-hidden="true" />
          {t("refresh")}
        </Button>
        <a
          href={auditFileUrl(filter)}
          download
          className={buttonVariants({ size: "sm", variant: "secondary" })}
        >
          <Download aria-hidden="true" />
          {t("export")}
        </a>
      </CardHead>
      <CardBody className="space-y-3 border-b">
        <p className="max-w-2xl text-ink-muted">{t("note")}</p>
        <AuditFilters narrowing={narrowing} onNarrow={setNarrowing} />
      </CardBody>
      {log.error && events.length === 0 ? (
        <CardBody>
          <ReadProblem error={log.error} onRetry={log.refetch} />
        </CardBody>
      ) : null}
      {log.isPending ? (
        <CardBody>
          <Skeleton className="h-40 w-full" />
        </CardBody>
      ) : null}
      {log.data && events.length === 0 ? (
        <CardBody className="text-ink-muted">{t("none")}</CardBody>
      ) : null}
      {events.length > 0 ? <AuditRows events={events} /> : null}
      {events.length > 0 ? (
        <div className="flex items-center gap-3 border-t px-4 py-2 text-ink-muted text-xs">
          <span role="status">{t("shown", { count: events.length })}</span>
          {log.hasNextPage ? (
            <Button
              size="sm"
              disabled={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              {t("older")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  )
}

interface AuditFiltersProps {
  readonly narrowing: AuditNarrowing
  readonly onNarrow: (next: AuditNarrowing) => void
}

function AuditFilters({ narrowing, onNarrow }: AuditFiltersProps) {
  const t = useTranslations("settings.audit")
  const id = useId()
  const set = (part: Partial<AuditNarrowing>) => onNarrow({ ...narrowing, ...part })
  const kinds = recordedKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))
  return (
    <fieldset aria-label={t("filters")} className="flex flex-wrap items-center gap-2 print:hidden">
      <Select
        size="sm"
        label={t("kind")}
        options={[{ value: any, label: t("anyKind") }, ...kinds]}
        value={narrowing.kind}
        onValueChange={(kind) => set({ kind })}
        className="w-full sm:w-56"
      />
      <SearchField
        label={t("person")}
        value={narrowing.person}
        onChange={(person) => set({ person: person.slice(0, 255) })}
        className="w-full sm:w-56"
      />
      {(["from", "to"] as const).map((end) => (
        <span key={end} className="flex items-center gap-2">
          <label htmlFor={`${id}-${end}`} className="text-ink-muted text-xs">
            {t(end)}
          </label>
          <Input
            id={`${id}-${end}`}
            type="date"
            size="sm"
            value={narrowing[end]}
            onValueChange={(day) => set({ [end]: day })}
          />
        </span>
      ))}
      {narrowing === whole ? null : (
        <Button size="sm" variant="ghost" onClick={() => onNarrow(whole)}>
          {t("clear")}
        </Button>
      )}
    </fieldset>
  )
}

function AuditRows({ events }: { readonly events: readonly StoredAuditEvent[] }) {
  const t = useTranslations("settings.audit")
  return (
    <Table label={t("title")}>
      <TableHead>
        <tr>
          <TableHeaderCell className="pl-4">{t("at")}</TableHeaderCell>
          <TableHeaderCell>{t("event")}</TableHeaderCell>
          <TableHeaderCell>{t("who")}</TableHeaderCell>
          <TableHeaderCell>{t("details")}</TableHeaderCell>
          <TableHeaderCell>{t("address")}</TableHeaderCell>
          <TableHeaderCell>{t("request")}</TableHeaderCell>
        </tr>
      </TableHead>
      <tbody>
        {events.map((event) => (
          <TableRow key={event.id}>
            <TableCell className="whitespace-nowrap pl-4 align-top">
              <DateTime value={event.at} />
            </TableCell>
            <TableCell className="min-w-40 align-top">
              {t(`kinds.${event.kind}`)}
              {event.outcome === "done" ? null : (
                <span className="block text-critical-ink text-xs">
                  {t(`outcomes.${event.outcome}`)}
                </span>
              )}
            </TableCell>
            <TableCell className="min-w-44 align-top">
              <AuditPersonName person={event.person} />
              {event.about ? (
                <span className="block text-ink-muted text-xs">
                  {t("about")} <AuditPersonName person={event.about} />
                </span>
              ) : null}
            </TableCell>
            <TableCell className="min-w-56 break-words align-top font-mono text-xs">
              <AuditDetailLines details={event.details} />
            </TableCell>
            <TableCell className="align-top font-mono text-xs">{event.address ?? "–"}</TableCell>
            <TableCell className="whitespace-nowrap align-top font-mono text-xs">
              {event.requestId ? (
                <span title={event.requestId}>{shortenId(event.requestId)}</span>
              ) : (
                "–"
              )}
              <span className="block text-ink-muted">{event.instance}</span>
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function AuditPersonName({ person }: { readonly person: StoredAuditEvent["person"] }) {
  const t = useTranslations("settings.audit")
  if (!person) return <span className="text-ink-muted">{t("nobody")}</span>
  if (person.subject === null)
    return <span className="text-ink-muted">{t("erased", { id: shortenId(person.id) })}</span>
  const { name, email, subject } = person
  return (
    <span>
      {name ?? email ?? shortenId(subject)}
      {name && email ? <span className="block text-ink-muted text-xs">{email}</span> : null}
    </span>
  )
}

const printDetail = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

function AuditDetailLines({ details }: Pick<StoredAuditEvent, "details">) {
  return Object.entries(details).map(([name, value]) => (
    <span key={name} className="block">
      <span className="text-ink-muted">{name}</span> {printDetail(value)}
    </span>
  ))
}

import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import type { DashboardStatus } from "@/lib/client"
import { Badge, type BadgeTone } from "../ui/badge"
import { Card, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { usePartText, useTableText } from "./status-problems"
import { UnreadNote } from "./unread-note"

type Instance = NonNullable<DashboardStatus["instances"]>[number]

interface InstancesTableProps {
  readonly instances: DashboardStatus["instances"]
}

/** The dashboard's instances by name. */
export function InstancesTable({ instances }: InstancesTableProps) {
  const t = useTranslations("settings.status.instances")
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("note")} />
      {instances === null ? <UnreadNote /> : <InstanceRows instances={instances} />}
    </Card>
  )
}

function InstanceRows({ instances }: { readonly instances: readonly Instance[] }) {
  const t = useTranslations("settings.status.instances")
  const byName = instances.toSorted(
    (one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id),
  )
  return (
    <Table label={t("title")}>
      <TableHead>
        <tr>
          <TableHeaderCell className="pl-4">{t("name")}</TableHeaderCell>
          <TableHeaderCell>{t("state")}</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">{t("version")}</TableHeaderCell>
          <TableHeaderCell className="max-md:hidden">{t("since")}</TableHeaderCell>
          <TableHeaderCell className="pr-4 text-right">{t("seen")}</TableHeaderCell>
        </tr>
      </TableHead>
      <tbody>
        {byName.map((instance) => (
          <InstanceRow key={instance.id} instance={instance} />
        ))}
      </tbody>
    </Table>
  )
}

function InstanceRow({ instance }: { readonly instance: Instance }) {
  const t = useTranslations("settings.status.instances")
  const status = useTranslations("settings.status")
  const { name, version, node, startedAt, seenSecondsAgo, isThis } = instance
  return (
    <TableRow>
      <TableCell className="pl-4">
        <span className="break-all font-medium">{name}</span>
        {isThis ? (
          <span className="text-ink-muted max-sm:block sm:ml-2 text-xs">{t("this")}</span>
        ) : null}
        <span className="block text-ink-muted text-xs sm:hidden">{version}</span>
      </TableCell>
      <TableCell>
        <StateBadge instance={instance} />
      </TableCell>
      <TableCell className="tabular max-sm:hidden">
        {version} <span className="text-ink-muted text-xs">{t("node", { version: node })}</span>
      </TableCell>
      <TableCell className="max-md:hidden">
        <DateTime value={startedAt} className="tabular" />
      </TableCell>
      <TableCell className="pr-4 text-right tabular">
        {status("ago", { seconds: seenSecondsAgo })}
      </TableCell>
    </TableRow>
  )
}

function StateBadge({ instance }: { readonly instance: Instance }) {
  const t = useTranslations("settings.status.instances")
  const { status, impaired, draining } = instance
  if (draining) return <Badge tone="caution">{t("draining")}</Badge>
  if (status === "not_ready") return <Badge tone="critical">{t("not_ready")}</Badge>
  if (impaired.length > 0) return <Badge tone="caution">{t("limited")}</Badge>
  return <Badge tone={status === "ready" ? "positive" : "neutral"}>{t(status)}</Badge>
}

interface PartsTableProps {
  readonly status: DashboardStatus
}

/** The dashboard's dependencies, with the fix for each that fails. */
export function PartsTable({ status: { readiness, tables } }: PartsTableProps) {
  const t = useTranslations("settings.status.parts")
  const partText = usePartText()
  const tableText = useTableText()
  const faults = readiness.impaired.flatMap((code) => tableText(code) ?? [])
  const newest = tables?.migrations.flatMap((each) => each.newest ?? []).join(", ")
  const misfits = tables?.misfits.join(", ")
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <dl className="divide-y">
        {readiness.parts.map(({ part, code }) => (
          <PartRow key={part} name={t(part)} fault={partText({ part, code })} />
        ))}
        {tables === null ? (
          <PartRow name={t("tables")} tone="neutral" />
        ) : (
          <PartRow name={t("tables")} fault={faults.join(" ") || undefined}>
            {newest ? (
              <span className="text-ink-muted text-xs">{t("newest", { name: newest })}</span>
            ) : null}
            {misfits ? (
              <span className="block text-xs">{t("misfits", { records: misfits })}</span>
            ) : null}
          </PartRow>
        )}
      </dl>
    </Card>
  )
}

interface PartRowProps {
  readonly name: string
  readonly fault?: string | undefined
  readonly tone?: BadgeTone
  readonly children?: ReactNode
}

function PartRow({ name, fault, tone = "positive", children }: PartRowProps) {
  const t = useTranslations("settings.status")
  const isUnread = tone === "neutral"
  return (
    <div className="flex items-start gap-3 px-4 py-2.5">
      <dt className="w-24 shrink-0 font-medium">{name}</dt>
      <dd className="grid min-w-0 flex-1 gap-1">
        {fault ? <span>{fault}</span> : null}
        {fault ? null : (
          <Badge tone={tone} className="justify-self-start">
            {isUnread ? t("problems.unread") : t("parts.ok")}
          </Badge>
        )}
        {children}
      </dd>
    </div>
  )
}

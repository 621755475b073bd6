import { useTranslations } from "use-intl"
import { ownValue } from "@/lib/catalogue"
import type { DashboardStatus } from "@/lib/client"

/** The overall state, and one sentence per problem. */
export interface StatusVerdict {
  readonly state: "good" | "limited" | "broken"
  readonly problems: readonly string[]
}

type Part = DashboardStatus["readiness"]["parts"][number]

const freeBytes = 1e9

const databaseCodes = [
  "refused",
  "unknown_host",
  "no_answer",
  "wrong_password",
  "unknown_role",
  "unknown_database",
  "tls_refused",
  "may_not",
  "read_only",
  "starting",
  "disk_full",
  "too_many_connections",
  "unavailable",
] as const
const upstreamCodes = [
  "upstream_unauthorized",
  "upstream_forbidden",
  "upstream_rate_limited",
  "quota_exhausted",
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_unavailable",
  "upstream_invalid",
  "shared_state_unavailable",
  "upstream_failed",
] as const
const tableCodes = ["tables_newer", "tables_older", "copies_misfit"] as const

const known = <Code extends string>(codes: readonly Code[], code: string): Code | undefined =>
  codes.find((each) => each === code)

/** A part's fault and its fix; undefined if it works. */
export function usePartText(): (part: Part) => string | undefined {
  const t = useTranslations("settings.status")
  return ({ part, code }) => {
    if (code === "ok") return undefined
    if (part === "database") return t(`database.${known(databaseCodes, code) ?? "unavailable"}`)
    return t(`upstream.${known(upstreamCodes, code) ?? "upstream_failed"}`)
  }
}

/** Same, for tables, by the code of an impairment. */
export function useTableText(): (impairment: string) => string | undefined {
  const t = useTranslations("settings.status.problems")
  return (impairment) => {
    const code = known(tableCodes, impairment)
    return code && t(code)
  }
}

const isLimited = ({ status, impaired }: NonNullable<DashboardStatus["instances"]>[number]) =>
  status === "not_ready" || impaired.length > 0

export function useVerdict(status: DashboardStatus): StatusVerdict {
  const t = useTranslations("settings.status.problems")
  const partText = usePartText()
  const tableText = useTableText()
  const { readiness, instances, copies, disk } = status
  const others = (instances ?? []).filter((each) => !each.isThis && isLimited(each)).length
  const failing = (copies?.failing ?? []).reduce((sum, { lists }) => sum + lists, 0)
  const isUnread = (["instances", "tables", "quota", "copies", "exports", "jobs"] as const).some(
    (part) => ownValue(status, part) === null,
  )
  const present = (texts: readonly (string | undefined)[]) =>
    texts.filter((text) => text !== undefined)
  const problems = present([
    ...readiness.parts.map(partText),
    ...readiness.impaired.map(tableText),
    readiness.draining ? t("draining") : undefined,
    others > 0 ? t("instances", { count: others }) : undefined,
    failing > 0 ? t("copies", { count: failing }) : undefined,
    disk.files && disk.files.free < freeBytes ? t("disk") : undefined,
    isUnread ? t("unread") : undefined,
  ])
  const state =
    readiness.status === "not_ready" ? "broken" : problems.length > 0 ? "limited" : "good"
  return { state, problems }
}

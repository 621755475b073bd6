import Link from "next/link"
import { useMemo } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import type { BatchItem } from "@/lib/client"
import { parsePatch, readChanges } from "@/lib/json-patch"
import { ChangeList } from "../../edits/change-list"
import { Badge } from "../../ui/badge"
import { shortenId } from "../../ui/short-id"
import { useCodeText } from "../../ui/use-code-text"
import { useDepartmentName } from "../../ui/use-department-name"
import { itemTones } from "./batch-state"

/** Why a department of a batch was not changed, or what is known of it; undefined where there is nothing to say. */
function useItemReason(): (item: BatchItem) => string | undefined {
  const t = useTranslations("departments.bulk.batch.reasons")
  const textOf = useCodeText()
  return ({ state, status, code, detail, verdict }) => {
    if (state === "unknown") return t(verdict ?? "undetermined")
    if (state !== "refused" && state !== "not_sent") return undefined
    const said = (textOf(code)?.title ?? detail ?? t(state)).replace(/\.?$/, ".")
    const isUnfit = code === "patch_not_applicable" && detail !== null
    const why = isUnfit ? [t("words", { detail })] : []
    const answer = status === null ? [] : [t("answer", { status })]
    return [said, ...why, ...answer].join(" ")
  }
}

export interface BatchRowProps {
  readonly item: BatchItem
  /** Whose bulk edit it is; who else has a department sent is named. */
  readonly author: string
  readonly list: ListOperation
}

function changesOf(patch: string) {
  const parsed = parsePatch(JSON.parse(patch))
  return parsed.ok ? readChanges(parsed.operations) : []
}

/** One department of a batch: its change in words, and what became of it. */
export function BatchRow({ item, author, list }: BatchRowProps) {
  const t = useTranslations("departments.bulk.batch")
  const nameOf = useDepartmentName()
  const reasonOf = useItemReason()
  const { recordId, patch, state, editId, personId, personName } = item
  const changes = useMemo(() => changesOf(patch), [patch])
  const reason = reasonOf(item)
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[16rem_minmax(0,1fr)_auto]">
      <Link
        href={`/departments/${recordId}`}
        className="min-w-0 break-words font-medium hover:underline"
        prefetch={false}
      >
        {nameOf(recordId)}
      </Link>
      <div className="min-w-0 space-y-1.5">
        <ChangeList changes={changes} list={list} />
        {reason ? (
          <p className={state === "refused" ? "text-critical-ink" : "text-ink-muted"}>{reason}</p>
        ) : null}
        {personId === author ? null : (
          <p className="text-ink-muted text-xs">
            {t("sentFor", { name: personName ?? shortenId(personId) })}
          </p>
        )}
      </div>
      <div className="flex items-center gap-3 self-start md:flex-row-reverse">
        <Badge tone={itemTones[state]}>{t(`itemStates.${state}`)}</Badge>
        {editId === null ? null : (
          <Link
            href={`/activity?id=${editId}`}
            aria-label={t("detailsOf", { name: nameOf(recordId) })}
            className="text-accent-ink text-xs hover:underline"
            prefetch={false}
          >
            {t("details")}
          </Link>
        )}
      </div>
    </li>
  )
}

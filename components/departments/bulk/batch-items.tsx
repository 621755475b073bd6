import Link from "next/link"
import { useId, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { type Batch, type BatchItem, batchItemStates } from "../../edits/batches"
import { ChangeList } from "../../edits/change-list"
import { readEdit } from "../../edits/undo-chain"
import { Badge } from "../../ui/badge"
import { Card } from "../../ui/card"
import { shortenId } from "../../ui/short-id"
import { Tab, Tabs, TabsList } from "../../ui/tabs"
import { useCodeText } from "../../ui/use-code-text"
import { useDepartmentName } from "../../ui/use-department-name"
import { itemTones } from "./batch-state"
import { Pager, usePages } from "./pager"

/**
 * Why a department of a batch was not changed, or what is known about it; undefined if there is
 * nothing to report.
 */
function useItemReason(): (item: BatchItem) => string | undefined {
  const t = useTranslations("departments.bulk.batch.reasons")
  const textOf = useCodeText()
  return ({ state, status, code, detail, verdict }) => {
    if (state === "unknown") return t(verdict ?? "undetermined")
    if (state !== "refused" && state !== "not_sent") return undefined
    const reason = (textOf(code)?.title ?? detail ?? t(state)).replace(/\.?$/, ".")
    const isUnfit = code === "patch_not_applicable" && detail !== null
    const why = isUnfit ? [t("words", { detail })] : []
    const answer = status === null ? [] : [t("answer", { status })]
    return [reason, ...why, ...answer].join(" ")
  }
}

interface BatchItemRowProps {
  readonly item: BatchItem
  /** Whose bulk edit it is; other senders are named. */
  readonly author: string
  readonly list: ListOperation
}

function BatchItemRow({ item, author, list }: BatchItemRowProps) {
  const t = useTranslations("departments.bulk.batch")
  const nameOf = useDepartmentName()
  const reasonOf = useItemReason()
  const { recordId, patch, state, editId, personId, personName } = item
  const changes = useMemo(() => readEdit(patch) ?? [], [patch])
  const reason = reasonOf(item)
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[16rem_minmax(0,1fr)_auto]">
      <Link
        href={`/organisation/${recordId}`}
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
            href={`/organisation/changes?id=${editId}`}
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

type StateFilter = BatchItem["state"] | "all"

const perPage = 50

/** The departments of a batch: all, or those in one state. */
export function BatchItems({ batch, list }: { batch: Batch; list: ListOperation }) {
  const t = useTranslations("departments.bulk.batch")
  const [chosen, setChosen] = useState<StateFilter>("all")
  const filled = batchItemStates.filter((state) => (batch.counts[state] ?? 0) > 0)
  const filters: readonly StateFilter[] = filled.length > 1 ? ["all", ...filled] : ["all"]
  const current = filters.find((filter) => filter === chosen) ?? "all"
  const items =
    current === "all" ? batch.items : batch.items.filter(({ state }) => state === current)
  const id = useId()
  return (
    <Card aria-label={t("items")}>
      <Tabs
        value={current}
        onValueChange={(next) => setChosen(filters.find((each) => each === next) ?? "all")}
      >
        <TabsList aria-label={t("items")} className="px-4">
          {filters.map((filter) => (
            <Tab key={filter} value={filter} aria-controls={id}>
              {filter === "all"
                ? t("all", { count: batch.items.length })
                : t(`counts.${filter}`, { count: batch.counts[filter] ?? 0 })}
            </Tab>
          ))}
        </TabsList>
        <div id={id} role="tabpanel" aria-label={t("items")}>
          <ItemPages key={current} items={items} author={batch.personId} list={list} />
        </div>
      </Tabs>
    </Card>
  )
}

interface ItemPagesProps {
  readonly items: readonly BatchItem[]
  readonly author: string
  readonly list: ListOperation
}

function ItemPages({ items, author, list }: ItemPagesProps) {
  const t = useTranslations("departments.bulk.batch")
  const pages = usePages(items, perPage)
  return (
    <>
      <ul aria-label={t("items")} className="divide-y">
        {pages.shown.map((item) => (
          <BatchItemRow key={item.recordId} item={item} author={author} list={list} />
        ))}
      </ul>
      <Pager label={t("items")} pages={pages} />
    </>
  )
}

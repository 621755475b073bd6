"use client"

import { useMutation, useQuery } from "@tanstack/react-query"
import { ListChecks } from "lucide-react"
import { useSearchParams } from "next/navigation"
import { useEffect, useMemo, useRef } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import { dayAt, type Fields, type ListOperation } from "@/lib/catalogue"
import { parseView, totalOptions, viewQuery } from "@/lib/client"
import { batchLimit } from "../../edits/batches"
import { readMatching } from "../../edits/read-departments"
import { Button } from "../../ui/button"
import { ChangeProblem } from "../../ui/change-problem"
import { ControlledDialog, DialogClose, DialogContent } from "../../ui/dialog"
import { useSelection } from "../selection-store"
import { ChosenTools } from "./department-choice"

export interface ChooseDepartmentsProps {
  /** A list of departments: the platform's own, or the whole list. */
  readonly list: ListOperation
  readonly fields: Fields
}

/** The report's query for today. */
function useShownQuery({ list, fields }: ChooseDepartmentsProps) {
  const search = useSearchParams().toString()
  const zoneHere = useTimeZone() ?? "UTC"
  const view = useMemo(
    () => parseView(list, fields, new URLSearchParams(search)).view,
    [list, fields, search],
  )
  const zone = view.zone ?? zoneHere
  return {
    isNarrowed: view.filters.length > 0,
    query: viewQuery(list, fields, view, { today: dayAt(Date.now(), zone), zone }),
  }
}

/** Selects all departments that the report matches now, up to the limit of a bulk edit. */
function useChoosingAll(props: ChooseDepartmentsProps) {
  const [, select] = useSelection()
  const { isNarrowed, query } = useShownQuery(props)
  // The platform's own lists have no total before they are read.
  const isWhole = props.list.wholeOf !== undefined
  const total = useQuery({ ...totalOptions(props.list, query, undefined), enabled: isWhole }).data
  const count = total?.coverage.isComplete ? total.count : undefined
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const left = new AbortController()
    leaving.current = left
    return () => left.abort()
  }, [])
  const reading = useMutation({
    mutationFn: () => {
      const { signal } = leaving.current
      return readMatching(props.list, query, { limit: batchLimit, signal })
    },
    onSuccess({ ids, hasMore }) {
      if (!hasMore) select(ids)
    },
  })
  return { ...reading, isNarrowed, matching: count }
}

/** Actions on the selected departments, or the selection of all matches. */
export function ChooseDepartments(props: ChooseDepartmentsProps) {
  const t = useTranslations("departments.bulk.matching")
  const [selected, select] = useSelection()
  const { data, error, isPending, isNarrowed, matching, mutate, reset } = useChoosingAll(props)
  const count = selected.length
  return (
    <>
      {count > 0 ? (
        <ChosenTools count={count} onClear={() => select([])} />
      ) : (
        <Button
          variant="ghost"
          size="sm"
          focusableWhenDisabled
          disabled={isPending}
          onClick={() => mutate()}
        >
          <ListChecks aria-hidden="true" />
          {isPending
            ? t("reading")
            : t(isNarrowed ? "matching" : "all", {
                count: matching ?? 0,
                isKnown: `${matching !== undefined}`,
              })}
        </Button>
      )}
      <p role="status" className="sr-only">
        {count > 0 ? t("edit", { count }) : ""}
      </p>
      <ControlledDialog isOpen={data?.hasMore === true || error !== null} onClose={reset}>
        {error ? (
          <ReadingFailed error={error} />
        ) : (
          <TooMany
            ids={data?.ids ?? []}
            onChoose={(ids) => {
              select(ids)
              reset()
            }}
          />
        )}
      </ControlledDialog>
    </>
  )
}

function ReadingFailed({ error }: { readonly error: unknown }) {
  const t = useTranslations("departments.bulk.matching")
  const common = useTranslations("common")
  return (
    <DialogContent
      title={t("failed")}
      actions={<DialogClose render={<Button />}>{common("close")}</DialogClose>}
    >
      <ChangeProblem error={error} keeps={false} />
    </DialogContent>
  )
}

interface TooManyProps {
  readonly ids: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}

/**
 * More departments match than can be edited at once: take the first ones, or narrow the filters.
 */
function TooMany({ ids, onChoose }: TooManyProps) {
  const t = useTranslations("departments.bulk.matching")
  const common = useTranslations("common")
  return (
    <DialogContent
      title={t("tooMany", { limit: ids.length })}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button variant="primary" onClick={() => onChoose(ids)}>
            {t("first", { limit: ids.length })}
          </Button>
        </>
      }
    >
      <p className="text-ink-muted">{t("tooManyDetail")}</p>
    </DialogContent>
  )
}

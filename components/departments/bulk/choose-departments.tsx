"use client"

import { useMutation } from "@tanstack/react-query"
import { SquarePen } from "lucide-react"
import { useRouter, useSearchParams } from "next/navigation"
import { useEffect, useRef } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import { dayAt, type Fields, type ListOperation } from "@/lib/catalogue"
import { parseView, viewQuery } from "@/lib/client"
import { batchLimit } from "../../edits/batches"
import { readMatching } from "../../edits/read-departments"
import { Button } from "../../ui/button"
import { ChangeProblem } from "../../ui/change-problem"
import { ControlledDialog, DialogClose, DialogContent } from "../../ui/dialog"
import { useSelection } from "../selection-store"

export interface EditMatchingProps {
  /** A list of departments, the platform's or the whole one. */
  readonly list: ListOperation
  readonly fields: Fields
}

/** What the report's address asks for today. */
function useShownQuery({ list, fields }: EditMatchingProps) {
  const search = useSearchParams()
  const zoneHere = useTimeZone() ?? "UTC"
  return () => {
    const { view } = parseView(list, fields, new URLSearchParams(search.toString()))
    const zone = view.zone ?? zoneHere
    return viewQuery(list, fields, view, { today: dayAt(Date.now(), zone), zone })
  }
}

/** Takes all departments that the report matches to where several are edited, and says where these are too many. */
export function EditMatching(props: EditMatchingProps) {
  const { list } = props
  const t = useTranslations("departments.bulk.matching")
  const router = useRouter()
  const [, select] = useSelection()
  const queryNow = useShownQuery(props)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const left = new AbortController()
    leaving.current = left
    return () => left.abort()
  }, [])
  const open = (ids: readonly string[]) => {
    select(ids)
    router.push("/organisation/bulk")
  }
  const reading = useMutation({
    mutationFn: () => {
      const { signal } = leaving.current
      return readMatching(list, queryNow(), { limit: batchLimit, signal })
    },
    onSuccess({ ids, hasMore }) {
      if (!hasMore) open(ids)
    },
  })
  const { data, error, isPending, reset } = reading
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        focusableWhenDisabled
        disabled={isPending}
        onClick={() => reading.mutate()}
      >
        <SquarePen aria-hidden="true" />
        {t(isPending ? "reading" : "open")}
      </Button>
      <ControlledDialog isOpen={data?.hasMore === true || error !== null} onClose={reset}>
        {error ? <ReadingFailed error={error} /> : <TooMany ids={data?.ids ?? []} onOpen={open} />}
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
  readonly onOpen: (ids: readonly string[]) => void
}

/** More match than can be edited at once: the first of them, or narrower filters. */
function TooMany({ ids, onOpen }: TooManyProps) {
  const t = useTranslations("departments.bulk.matching")
  const common = useTranslations("common")
  return (
    <DialogContent
      title={t("tooMany", { limit: ids.length })}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button variant="primary" onClick={() => onOpen(ids)}>
            {t("first", { limit: ids.length })}
          </Button>
        </>
      }
    >
      <p className="text-ink-muted">{t("tooManyDetail")}</p>
    </DialogContent>
  )
}

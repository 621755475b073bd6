import { useMemo } from "react"
import { useTranslations } from "use-intl"
import type { ActivityEntry } from "@/lib/client"
import { ChangeList } from "../edits/change-list"
import type { EntryTools } from "./entry-tools"
import { readEdit } from "./read-edit"

const maxWaiting = 3

export interface EditWordsProps {
  readonly entry: ActivityEntry
  readonly tools: Pick<EntryTools, "list" | "onOpen">
}

/** The first changes of an edit in words, and how many more there are. */
export function EditWords({ entry, tools }: EditWordsProps) {
  const t = useTranslations("activity.entry")
  const changes = useMemo(() => readEdit(entry.patch), [entry.patch])
  if (!changes) return <p className="text-ink-muted text-xs">{t("unreadable")}</p>
  const more = changes.length - maxWaiting
  return (
    <>
      <ChangeList changes={changes.slice(0, maxWaiting)} list={tools.list} />
      {more > 0 ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => tools.onOpen(entry.id)}
          className="mt-1 rounded-sm text-accent-ink text-xs hover:underline"
        >
          {t("moreFields", { count: more })}
        </button>
      ) : null}
    </>
  )
}

import type { BulkAction } from "@/lib/client"
import { useActionText } from "../edits/use-action-text"
import { BulkTitle, EntryFrame } from "./entry-frame"

/** What was done with a bulk edit, in one line that leads to its page. */
export function ActionRow({ action }: { readonly action: BulkAction }) {
  const { text, reason } = useActionText()(action)
  return (
    <EntryFrame at={action.madeAt}>
      <BulkTitle batch={action.batch} title={action.title}>
        <span className="text-ink-muted">{text}</span>
      </BulkTitle>
      {reason === undefined ? null : <p className="max-w-prose text-ink-muted text-xs">{reason}</p>}
    </EntryFrame>
  )
}

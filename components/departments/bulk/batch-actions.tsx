import type { Batch } from "@/lib/client"
import { useActionText } from "../../edits/use-action-text"
import { DateTime } from "../../ui/date-time"

/** The activity holds all of them. */
const maxShown = 5

/** What was done with a bulk edit after its start, and by whom: the last few, and why it stopped by itself. */
export function BatchActions({ batch: { actions, state } }: { batch: Batch }) {
  const textOf = useActionText()
  const later = actions
    .filter(({ action }) => action !== "start" && action !== "undo")
    .slice(-maxShown)
  const last = later.at(-1)
  const reason = state === "stopped" && last ? textOf(last).reason : undefined
  return (
    <>
      {later.length === 0 ? null : (
        <ul className="mt-2 grid gap-1 text-ink-muted text-xs">
          {later.map((action) => (
            <li key={`${action.madeAt} ${action.action}`} className="flex flex-wrap gap-x-1.5">
              {textOf(action).text} <DateTime value={action.madeAt} relative />
            </li>
          ))}
        </ul>
      )}
      {reason === undefined ? null : <p className="mt-2 max-w-prose text-caution-ink">{reason}</p>}
    </>
  )
}

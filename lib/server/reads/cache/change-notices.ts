import type { Bus } from "../../../db/bus"
import type { AnswerStore } from "./answer-store"
import { type SharedTimes, withDeadline } from "./shared-answers"

/** Tells every instance, and the store, that records of a tag changed. */
export interface ChangeNotices {
  /** Resolves once all are told; where that fails, after a moment, and goes on trying. Never throws. */
  send(tag: string): Promise<void>
  /** True while the store has not been told. */
  isBehind(tag: string): boolean
  close(): void
}

export const changeTopic = "records-changed"

export function createChangeNotices({
  store,
  bus,
  times: { deadlineMs, restMs },
}: {
  store: AnswerStore
  bus: Bus
  times: SharedTimes
}): ChangeNotices {
  const behind = new Map<string, symbol>()
  let retry: NodeJS.Timeout | undefined

  const isDone = (work: Promise<void>) =>
    withDeadline(work, deadlineMs).then(
      () => true,
      () => false,
    )

  /** The store first: whoever hears of the change reads it there. */
  async function tell(tag: string) {
    const change = behind.get(tag)
    const stored = await isDone(store.invalidate(tag))
    const published = await isDone(bus.publish(changeTopic, tag))
    if (!stored || !published) retry ??= setTimeout(tellAgain, restMs).unref()
    else if (behind.get(tag) === change) behind.delete(tag)
  }

  async function tellAgain() {
    retry = undefined
    await Promise.all([...behind.keys()].map(tell))
  }

  return {
    send(tag) {
      behind.set(tag, Symbol(tag))
      return tell(tag)
    },
    isBehind: (tag) => behind.has(tag),
    close: () => clearTimeout(retry),
  }
}

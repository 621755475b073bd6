import type { AnswerStore } from "../../../db"
import type { Bus } from "../../../db/bus"
import { type SharedTimes, withDeadline } from "./shared-answers"

/** Tells every instance, and the store, that records of a tag changed. */
export interface ChangeNotices {
  /** Resolves once all have heard; where that fails, after a moment, and goes on trying. Never throws. */
  send(tag: string): Promise<void>
  /** True while the store has not heard of it. */
  isPending(tag: string): boolean
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
  const pending = new Map<string, symbol>()
  let retry: NodeJS.Timeout | undefined

  const isDone = (work: Promise<void>) =>
    withDeadline(work, deadlineMs).then(
      () => true,
      () => false,
    )

  /** The store first: whoever hears of the change reads it there. */
  async function announce(tag: string) {
    const change = pending.get(tag)
    const stored = await isDone(store.invalidate(tag))
    const published = await isDone(bus.publish(changeTopic, tag))
    if (!stored || !published) retry ??= setTimeout(announceAgain, restMs).unref()
    else if (pending.get(tag) === change) pending.delete(tag)
  }

  async function announceAgain() {
    retry = undefined
    await Promise.all([...pending.keys()].map(announce))
  }

  return {
    send(tag) {
      pending.set(tag, Symbol(tag))
      return announce(tag)
    },
    isPending: (tag) => pending.has(tag),
    close: () => clearTimeout(retry),
  }
}

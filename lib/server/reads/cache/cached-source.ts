import { randomUUID } from "node:crypto"
import { reasonOf, toBffError } from "../../http/problem"
import type { Question } from "../parse-question"
import type { Lane, ReadContext, Source } from "../source"
import { answerKey } from "./answer-store"
import type { MemoryAnswer } from "./memory-answers"
import type { CacheParts } from "./reading"
import { createInFlightRequest, createReading } from "./reading"

/** Whether a kept answer may be sent now, and whether it is to be renewed behind it. */
function judge(entry: MemoryAnswer, now: number): "use" | "renew" | "ask" {
  if (now < entry.freshUntil) return "use"
  const resting = now < entry.restUntil
  if (now < entry.staleUntil) return resting ? "use" : "renew"
  return resting && now < entry.keptUntil ? "use" : "ask"
}

/**
 * Fresh answers come from memory; stale ones too, renewed in the background; of those who ask for what
 * is not kept, one asks the store or the platform and all get its answer.
 */
export function createCachedSource(parts: CacheParts): Source {
  const { memory, inFlightRequests, clock, log, isTrusted } = parts
  const read = createReading(parts, renew)

  function start(question: Question, key: string, lane: Lane, context: ReadContext) {
    const { requestId, refresh = false } = context
    const name = `${refresh ? "refresh" : "read"} ${lane} ${key}`
    const flight = createInFlightRequest({
      lane,
      live: (payment) => parts.live(question, { requestId, ...payment }),
      work: (flight) =>
        read({ question, key, lane, refresh }, flight).finally(() => {
          if (inFlightRequests.get(name)?.flight === flight) inFlightRequests.delete(name)
        }),
    })
    inFlightRequests.set(name, { tag: question.operation.record, flight })
    return flight
  }

  function find(key: string, lane: Lane, refresh: boolean | undefined) {
    const reading = refresh ? undefined : inFlightRequests.get(`read ${lane} ${key}`)
    const known = inFlightRequests.get(`refresh ${lane} ${key}`) ?? reading
    return known?.flight.isWanted() ? known.flight : undefined
  }

  function renew(question: Question, key: string) {
    if (find(key, "sync", false)) return
    const requestId = randomUUID()
    const operation = question.operation.id
    start(question, key, "sync", { requestId, lane: "sync" })
      .join({})
      .catch((error) => {
        const reason = reasonOf(error)
        const because = reason !== undefined && { reason }
        const { code } = toBffError(error)
        log.error({ requestId, operation, code, ...because }, "renewal failed")
      })
  }

  return async (question, context) => {
    const key = answerKey(question)
    const { lane, refresh } = context
    const entry = !refresh && isTrusted() ? memory.get(key) : undefined
    const verdict = entry ? judge(entry, clock()) : "ask"
    if (verdict === "renew") renew(question, key)
    if (entry && verdict !== "ask") return entry.answer
    const flight = find(key, lane, refresh) ?? start(question, key, lane, context)
    return flight.join(context)
  }
}

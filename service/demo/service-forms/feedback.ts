import { anchor, day, historyDays, hour, printInstant } from "../anchor"
import type { Counts } from "../counts"
import { gapAt, withGap } from "../gaps"
import { guidOf } from "../guid"
import { anyUserId } from "../people"
import { cycle, type RandomStream, streamOf } from "../random"
import type { ContainerRow, DemoRow } from "../rows"
import { awkwardReplies } from "../texts/awkward"
import { feedbackLines } from "../texts/replies"
import { languages } from "../texts/text"
import { allForms, type DemoFormField, type Form, type ServiceFormModule } from "./modules"

/** One thread of feedback on an answer to a field of a form. */
interface Thread {
  readonly module: ServiceFormModule
  readonly form: Form
  readonly field: DemoFormField
  readonly answer: number
  readonly answerId: string
  readonly number: number
  readonly id: string
  readonly key: readonly (string | number)[]
}

const answersPerField = (counts: Counts) => counts.named(8, 1)
const threadsPerAnswer = 2

function* listThreads(counts: Counts): Generator<Thread> {
  for (const { module, form } of allForms)
    for (const field of form.fields)
      for (let answer = 0; answer < answersPerField(counts); answer++)
        for (let number = 0; number < threadsPerAnswer; number++) {
          const answerKey = [form.key, field.name, answer] as const
          const answerId = guidOf("answer", ...answerKey)
          const key = [...answerKey, number]
          const id = guidOf("feedback", ...key)
          yield { module, form, field, answer, answerId, number, id, key }
        }
}

const isOn = ({ form, field }: Thread) => form.feedback && field.feedback

/** When a thread was opened, and its number of comments. */
function planThread({ key }: Thread, counts: Counts) {
  const talk = streamOf("feedback", ...key)
  const opened = anchor - talk.whole(3, historyDays) * day + talk.whole(7, 14) * hour
  return { opened, amount: counts.within(talk.whole(3, 9)) }
}

export function countFeedbackComments(counts: Counts): number {
  let comments = 0
  for (const thread of listThreads(counts))
    if (isOn(thread)) comments += planThread(thread, counts).amount
  return comments
}

/** The first thread about an idea contains text that is hard to render. */
const awkwardTextIn = ({ form, answer, number }: Thread, index: number): string | undefined =>
  form.key === "idea" && answer === 0 && number === 0 ? awkwardReplies[index] : undefined

function textOf(thread: Thread, index: number, random: RandomStream): string | null {
  const line = random.orNull(0.05, cycle(feedbackLines, index)[random.pick(languages)])
  return awkwardTextIn(thread, index) ?? line
}

function* commentsIn(thread: Thread, counts: Counts): Generator<DemoRow<"feedbackComment">> {
  const { module, form, answerId, id: feedbackId, key } = thread
  const scope = { serviceFormId: module.id, formId: form.id, answerId, feedbackId }
  const { opened, amount } = planThread(thread, counts)
  for (let index = 0; index < amount; index++) {
    const random = streamOf("feedback-comment", ...key, index)
    const created = opened + Math.floor(index / 2) * hour
    const answers = index === 0 || random.chance(0.2) ? null : random.whole(0, index - 1)
    const values = {
      id: guidOf("feedback-comment", ...key, index),
      feedbackId,
      parentCommentId: answers === null ? null : guidOf("feedback-comment", ...key, answers),
      userId: random.orNull(0.04, anyUserId(random)),
      creationDateTime: printInstant(created),
      lastModifiedDateTime: random.chance(0.3) ? printInstant(created + 900_000) : null,
      value: textOf(thread, index, random),
      mediaIds: random.chance(0.2) ? [guidOf("media", ...key, index)] : random.orNull(0.3, []),
    }
    const gap =
      thread.answer === 4 ? gapAt(index, ["feedbackId", "creationDateTime"], 4) : undefined
    yield { scope, values: withGap(values, gap) }
  }
}

/** Feedback on answers, where it is enabled at form and field (specification 3, rule 2). */
export function* feedbackComments(counts: Counts): Generator<DemoRow<"feedbackComment">> {
  for (const thread of listThreads(counts)) if (isOn(thread)) yield* commentsIn(thread, counts)
}

function answerContainer({ form, field, answer, answerId }: Thread): ContainerRow {
  return {
    kind: "answer",
    id: answerId,
    parentId: form.id,
    name: `${field.name} · answer ${answer + 1}`,
    features: field.feedback ? ["feedback"] : [],
  }
}

export function* answerContainers(counts: Counts): Generator<ContainerRow> {
  for (const thread of listThreads(counts)) if (thread.number === 0) yield answerContainer(thread)
}

export function* feedbackContainers(counts: Counts): Generator<ContainerRow> {
  for (const thread of listThreads(counts)) {
    const { id, answerId, number } = thread
    const name = `Thread ${number + 1}${isOn(thread) ? "" : " (feedback off)"}`
    yield { kind: "feedback", id, parentId: answerId, name }
  }
}

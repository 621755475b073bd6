import { anchor, day, historyDays, hour, printInstant } from "../anchor"
import type { Counts } from "../counts"
import { gapAt, withGap } from "../gaps"
import { guidOf } from "../guid"
import { mediasOf } from "../medias"
import { anyUserId } from "../people"
import { cycle, streamOf } from "../random"
import type { ContainerRow, DemoRow } from "../rows"
import { awkwardReplies } from "../texts/awkward"
import { stageLines } from "../texts/replies"
import { languages } from "../texts/text"
import { allForms, type Form } from "./modules"
import { fillingOf, stagesOf } from "./stage-reviews"

const commentId = (form: Form, index: number) => guidOf("stage-comment", form.key, index)

function textOf(form: Form, index: number): string {
  const odd = awkwardReplies[index - 2]
  if (form.key === "defect" && odd !== undefined) return odd
  const random = streamOf("stage-comment-text", form.key, index)
  return random.pick(stageLines)[cycle(languages, index)]
}

function commentRow(moduleId: string, form: Form, index: number): DemoRow<"stageComment"> {
  const random = streamOf("stage-comment", form.key, index)
  const created = anchor - random.whole(1, historyDays) * day + random.whole(7, 19) * hour
  const edited = Math.min(created + random.whole(1, 48) * hour, anchor)
  const values = {
    id: commentId(form, index),
    fillingId: fillingOf(form, index),
    stageId: random.orNull(0.05, random.pick(stagesOf(form))),
    userId: random.orNull(0.05, anyUserId(random)),
    creationDateTime: printInstant(created),
    lastModifiedDateTime: random.orNull(0.6, printInstant(edited)),
    value: index % 9 === 8 ? null : textOf(form, index),
    medias: random.orNull(0.2, mediasOf(random, 2, "stage-comment", form.key, index)),
  }
  const gap =
    form.key === "defect" ? gapAt(index, ["fillingId", "creationDateTime"], 20) : undefined
  return { scope: { moduleId, formId: form.id }, values: withGap(values, gap) }
}

const amount = (counts: Counts) => counts.named(30, 3)

/**
 * Comments on a form's stages. They exist only where stages are enabled (specification 3, rule 1).
 */
export function* stageComments(counts: Counts): Generator<DemoRow<"stageComment">> {
  for (const { module, form } of allForms)
    if (module.stages)
      for (let index = 0; index < amount(counts); index++) yield commentRow(module.id, form, index)
}

const shorten = (text: string) => text.split("\n", 1)[0] ?? ""

/** Where stages are disabled, one name is left from the time when they were enabled. */
export function* stageCommentContainers(counts: Counts): Generator<ContainerRow> {
  for (const { module, form } of allForms)
    for (let index = 0; index < (module.stages ? amount(counts) : 1); index++) {
      const text = index % 9 === 8 ? "picture without words" : shorten(textOf(form, index))
      const name = `Submission ${index + 1}: ${text}${module.stages ? "" : " (stages off)"}`
      yield { kind: "stageComment", id: commentId(form, index), parentId: form.id, name }
    }
}

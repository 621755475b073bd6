import { anchor, day, historyDays, printInstant } from "../anchor"
import type { Counts } from "../counts"
import { gapAt, withGap } from "../gaps"
import { guidOf } from "../guid"
import { anyUserId } from "../people"
import { cycle, type RandomStream, streamOf } from "../random"
import type { ContainerRow, DemoRow } from "../rows"
import { allForms, type Form } from "./modules"

const stages = [
  { key: "store manager", name: "Store manager’s approval" },
  { key: "district", name: "District manager’s approval" },
  { key: "follow-up", name: "Follow-up" },
] as const

const stageId = (form: Form, key: string) => guidOf("stage", form.key, key)

export const stagesOf = (form: Form): readonly string[] =>
  stages.map(({ key }) => stageId(form, key))

/** Names of the stages of each form whose module has them. */
export function* stageNames(): Generator<ContainerRow> {
  for (const { module, form } of allForms)
    for (const { key, name } of module.stages ? stages : [])
      yield { kind: "stage", id: stageId(form, key), parentId: form.id, name }
}

export const fillingOf = (form: Form, number: number): string => guidOf("filling", form.key, number)

const weights = { Approved: 68, Pending: 18, Rejected: 12, Escalated: 2 } as const
const statuses = ["Approved", "Pending", "Rejected", "Escalated"] as const

const quarter = 15 * 60_000

/** When a form was submitted, to the quarter hour. Its stages begin together. */
function handedIn(form: Form, filling: number): number {
  const random = streamOf("filling", form.key, filling)
  return anchor - random.whole(1, historyDays) * day + random.whole(28, 80) * quarter
}

function reviewTimes(status: string, created: number, random: RandomStream) {
  if (status === "Pending") return { reviewed: null, changed: random.chance(0.5) ? null : created }
  const minutes = random.pick([15, 30, 60, 240, 1_440, random.whole(1, 9_000)])
  const reviewed = Math.min(created + minutes * 60_000, anchor)
  return { reviewed, changed: reviewed }
}

const printOrNull = (time: number | null) => (time === null ? null : printInstant(time))

/**
 * Fields missing in reviews whose stage or filling was deleted, or which come from an older system.
 */
const gaps = ["stageId", "fillingId", "status", "creationDateTime"] as const

function reviewRow(moduleId: string, form: Form, index: number): DemoRow<"stageReview"> {
  const random = streamOf("stage-review", form.key, index)
  const status = index < statuses.length ? cycle(statuses, index) : random.weighted(weights)
  const filling = Math.floor(index / 3)
  const created = handedIn(form, filling)
  const { reviewed, changed } = reviewTimes(status, created, random)
  const values = {
    id: guidOf("stage-review", form.key, index),
    stageId: cycle(stagesOf(form), index),
    fillingId: fillingOf(form, filling),
    userId: status === "Pending" && random.chance(0.4) ? null : anyUserId(random),
    status,
    reviewDateTime: printOrNull(reviewed),
    creationDateTime: printInstant(created),
    lastModifiedDateTime: printOrNull(changed),
  }
  const gap = form.key === "defect" ? gapAt(index, gaps, 300) : undefined
  return { scope: { moduleId, formId: form.id }, values: withGap(values, gap) }
}

const approving = allForms.filter(({ module, form }) => module.stages && form.stageApprovals)
const reviewsOfForm = (counts: Counts) => counts.listed(3_000 / approving.length, 6)

export const countStageReviews = (counts: Counts): number =>
  approving.length * reviewsOfForm(counts)

/**
 * Three stages per filling of a form, if the module has stages and the form approvals
 * (specification 3, rule 1).
 */
export function* stageReviews(counts: Counts): Generator<DemoRow<"stageReview">> {
  for (const { module, form } of approving)
    for (let index = 0; index < reviewsOfForm(counts); index++)
      yield reviewRow(module.id, form, index)
}

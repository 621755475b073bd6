import type { Workspace, WorkspaceEntry } from "@/lib/catalogue"
import type { StoredContainer, StoredRow } from "@/lib/records"
import { createRandom } from "@/lib/records/series/testing/random-points"
import type { TestService } from "@/service/testing/test-service"
import { type DayPlan, dayGuid } from "./day-plan"

const dayMs = 86_400_000
const historyDays = 730
const [viewsOfAPost, reactionsToAComment, reviewsOfAForm] = [40, 5, 3]

export const moduleId = (module: number) => dayGuid(1, module)
export const postId = (post: number) => dayGuid(2, post)
export const commentId = (post: number) => dayGuid(3, post)
export const formModuleId = dayGuid(4, 1)
export const formId = (form: number) => dayGuid(5, form)
export const dataSetId = (dataSet: number) => dayGuid(6, dataSet)

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
export const postCount = ({ modules, postsPerModule }: DayPlan) => modules * postsPerModule
export const moduleOf = ({ modules }: DayPlan, post: number) => moduleId(post % modules)

const print = (moment: number) => new Date(moment).toISOString()

/** A post as a row of the service. */
export const postRow = (plan: DayPlan, post: number, moment: number): StoredRow => ({
  scope: { moduleId: moduleOf(plan, post) },
  values: {
    id: postId(post),
    status: "Published",
    sortOrder: post,
    creationDateTime: print(moment),
    lastModifiedDateTime: print(moment),
    name: `Post ${post}`,
  },
})

/** A view of a post by a user. */
export const viewRow = (plan: DayPlan, post: number, id: string, moment: number): StoredRow => ({
  scope: { moduleId: moduleOf(plan, post), contentId: postId(post) },
  values: { id, userId: id, dateViewed: print(moment) },
})

/** A reaction to the comment on a post. */
export const reactionRow = (
  plan: DayPlan,
  post: number,
  id: string,
  moment: number,
): StoredRow => ({
  scope: { moduleId: moduleOf(plan, post), contentId: postId(post), commentId: commentId(post) },
  values: { id, userId: id, type: "Like", creationDateTime: print(moment) },
})

/** A review of a form submission. */
export const reviewRow = (form: number, id: string, moment: number): StoredRow => ({
  scope: { moduleId: formModuleId, formId: formId(form) },
  values: {
    id,
    status: "Pending",
    creationDateTime: print(moment),
    lastModifiedDateTime: print(moment),
  },
})

/** A point of a data set, identified by its user. */
export const pointRow = (dataSet: number, id: string, moment: number): StoredRow => ({
  scope: { dataSetId: dataSetId(dataSet) },
  values: { label: "Sales", timeStamp: print(moment), value: moment % 1000, userId: id },
})

/** The containers that paths name, with the features that they need. */
export function containersOf(plan: DayPlan): StoredContainer[] {
  const features = ["commentsAndReactions", "stages", "stageApprovals"]
  const forms = { parentId: formModuleId, features }
  return [
    ...numbers(plan.modules).map((each) => {
      return { kind: "contentModule", id: moduleId(each), name: `Module ${each}`, features }
    }),
    ...numbers(postCount(plan)).flatMap((post) => postContainers(plan, post)),
    { kind: "serviceFormModule", id: formModuleId, name: "Forms", features },
    ...numbers(plan.forms).map((each) => {
      return { kind: "form", id: formId(each), name: `Form ${each}`, ...forms }
    }),
    ...numbers(plan.dataSets).map((each) => {
      return { kind: "dataSet", id: dataSetId(each), name: `Data set ${each}` }
    }),
  ]
}

/** A post and its comment. */
export const postContainers = (plan: DayPlan, post: number): StoredContainer[] => [
  { kind: "contentPost", id: postId(post), parentId: moduleOf(plan, post), name: `Post ${post}` },
  { kind: "comment", id: commentId(post), parentId: postId(post), name: "Comment" },
]

const entry = (kind: string, id: string, children: WorkspaceEntry[] = []): WorkspaceEntry => ({
  kind,
  id,
  name: kind,
  children,
})

/** The names that the dashboard knows, including posts for the sake of their comments. */
export function workspaceOf(plan: DayPlan): Workspace {
  const posts = numbers(postCount(plan))
  const postsOf = (module: string) =>
    posts
      .filter((post) => moduleOf(plan, post) === module)
      .map((post) => entry("contentPost", postId(post), [entry("comment", commentId(post))]))
  const forms = numbers(plan.forms).map((each) => entry("form", formId(each)))
  return {
    entries: [
      ...numbers(plan.modules).map((each) =>
        entry("contentModule", moduleId(each), postsOf(moduleId(each))),
      ),
      entry("serviceFormModule", formModuleId, forms),
      ...numbers(plan.dataSets).map((each) => entry("dataSet", dataSetId(each))),
    ],
  }
}

/** Loads two years of data, up to the start, into the service. */
export async function loadDayWorld({ store }: TestService, plan: DayPlan): Promise<void> {
  const random = createRandom(1)
  const before = (days: number) => plan.startsAt - Math.floor(random() * days * dayMs)
  const posts = numbers(postCount(plan))
  let last = 0
  const nextId = () => {
    last += 1
    return dayGuid(7, last)
  }
  const repeat = (count: number, row: () => StoredRow) => numbers(count).map(row)
  await store.loadContainers(containersOf(plan))
  await store.loadRecords(
    "contentPost",
    posts.map((post) => postRow(plan, post, before(historyDays))),
  )
  const views = posts.flatMap((post) =>
    repeat(viewsOfAPost, () => viewRow(plan, post, nextId(), before(30))),
  )
  await store.loadRecords("contentView", views)
  const reactions = posts.flatMap((post) =>
    repeat(reactionsToAComment, () => reactionRow(plan, post, nextId(), before(30))),
  )
  await store.loadRecords("commentReaction", reactions)
  const reviews = numbers(plan.forms).flatMap((form) =>
    repeat(reviewsOfAForm, () => reviewRow(form, nextId(), before(historyDays))),
  )
  await store.loadRecords("stageReview", reviews)
  const stepMs = (historyDays * dayMs) / plan.points
  for (const dataSet of numbers(plan.dataSets)) {
    const points = numbers(plan.points).map((index) =>
      pointRow(dataSet, nextId(), plan.startsAt - Math.floor((plan.points - index) * stepMs)),
    )
    await store.loadRecords("dataPoint", points)
  }
}

import type { Client } from "pg"
import { catalogue, findOperation, type ListOperation, printPath } from "@/lib/catalogue"
import type { StoredRow } from "@/lib/records"
import { createRandom } from "@/lib/records/series/testing/random-points"
import type { TestService } from "@/service/testing/test-service"
import type { DayClock } from "./day-clock"
import { type DayPlan, dayGuid } from "./day-plan"
import {
  pointRow,
  postContainers,
  postCount,
  postId,
  postRow,
  reactionRow,
  reviewRow,
  viewRow,
} from "./day-world"

const hourMs = 3_600_000

interface Kind {
  readonly operation: string
  readonly record: string
  readonly table: string
}

const kinds = {
  points: { operation: "data-points", record: "dataPoint", table: "data_point" },
  posts: { operation: "content-posts", record: "contentPost", table: "content_post" },
  views: { operation: "content-views", record: "contentView", table: "content_view" },
  reactions: {
    operation: "comment-reactions",
    record: "commentReaction",
    table: "comment_reaction",
  },
  reviews: { operation: "stage-reviews", record: "stageReview", table: "stage_review" },
} as const satisfies Record<string, Kind>

interface ChangeParts {
  readonly plan: DayPlan
  readonly service: TestService
  /** Records each change. */
  readonly client: Client
  readonly clock: DayClock
}

const pathOf = ({ operation }: Kind, scope: StoredRow["scope"]) =>
  printPath(findOperation(catalogue, operation) as ListOperation, scope ?? {})

/**
 * Every hour, changes the platform's data: adds points, views, reactions, reviews and a post, and
 * edits posts.
 */
export function startChanges({ plan, service, client, clock }: ChangeParts): { stop(): void } {
  const random = createRandom(3)
  const upTo = (count: number) => Math.floor(random() * count)
  let [last, posts, isOver] = [0, postCount(plan), false]
  const nextId = () => {
    last += 1
    return dayGuid(8, last)
  }
  const note = (kind: Kind, path: string, key: string, isEdit = false) =>
    client.query("insert into sim.change values ($1, $2, $3, sim.clock_timestamp(), $4)", [
      kind.table,
      key,
      path,
      isEdit,
    ])

  async function add(kind: Kind, keyField: string, rows: readonly StoredRow[]) {
    await service.store.loadRecords(kind.record, rows)
    for (const { scope, values } of rows)
      await note(kind, pathOf(kind, scope), `${values[keyField]}`)
  }

  async function editPosts(count: number) {
    for (let each = 0; each < count; each += 1) {
      const post = upTo(posts)
      const id = postId(post)
      await client.query(
        `update "${service.schema}".content_post set sort_order = sort_order + 1,
          last_modified_date_time = sim.clock_timestamp() where id = $1`,
        [id],
      )
      await note(kinds.posts, pathOf(kinds.posts, postRow(plan, post, 0).scope), postId(post), true)
    }
  }

  async function changeAll() {
    const now = clock.today()
    const times = <Made>(count: number, make: (index: number) => Made) =>
      Array.from({ length: count }, (_, index) => make(index))
    const points = times(plan.dataSets * 6, (index) =>
      pointRow(index % plan.dataSets, nextId(), now),
    )
    await add(kinds.points, "userId", points)
    await service.store.loadContainers(postContainers(plan, posts))
    await add(kinds.posts, "id", [postRow(plan, posts, now)])
    posts += 1
    await add(
      kinds.views,
      "id",
      times(100, () => viewRow(plan, upTo(posts), nextId(), now)),
    )
    await add(
      kinds.reactions,
      "id",
      times(20, () => reactionRow(plan, upTo(postCount(plan)), nextId(), now)),
    )
    await add(
      kinds.reviews,
      "id",
      times(20, () => reviewRow(upTo(plan.forms), nextId(), now)),
    )
    await editPosts(5)
  }

  function keepChanging() {
    clock.after(hourMs, () => {
      if (isOver) return
      void clock.track(changeAll())
      keepChanging()
    })
  }
  keepChanging()
  return {
    stop() {
      isOver = true
    },
  }
}

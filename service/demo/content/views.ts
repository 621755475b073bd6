import { anchor, day, printInstant } from "../anchor"
import type { Counts } from "../counts"
import { guidOf } from "../guid"
import { drawPeople } from "../people"
import { streamOf } from "../random"
import type { DemoRow } from "../rows"
import { listPosts, type PostOutline } from "./posts"

/** Views of an average post at scale 1. */
const averageViews = 87

/** Nobody reads drafts. */
const viewCount = (post: PostOutline, counts: Counts) =>
  post.status === "Draft" ? 0 : Math.max(3, counts.within(averageViews * post.popularity))

/** Most people read a post on its first days, a few weeks later, nobody after the anchor. */
function readingTime(published: number, fraction: number): number {
  const window = Math.min(45 * day, anchor - published)
  return published + Math.floor(fraction ** 4 * window)
}

function* viewsOf(post: PostOutline, counts: Counts): Generator<DemoRow<"contentView">> {
  const { module, number } = post
  const scope = { moduleId: module.id, contentId: post.id }
  const person = drawPeople(streamOf("readers", module.key, number))
  for (let index = 0; index < viewCount(post, counts); index++) {
    const random = streamOf("view", module.key, number, index)
    const seen = readingTime(post.published, random.fraction())
    const swiped = Math.min(seen + random.whole(3, 400) * 1000, anchor)
    const onlySwiped = random.chance(0.02)
    const values = {
      id: guidOf("view", module.key, number, index),
      userId: random.orNull(0.01, person(index)),
      dateViewed: onlySwiped ? null : printInstant(seen),
      dateSwiped: onlySwiped ? printInstant(swiped) : random.orNull(0.35, printInstant(swiped)),
    }
    yield { scope, values }
  }
}

export function countViews(counts: Counts): number {
  let views = 0
  for (const post of listPosts(counts)) views += viewCount(post, counts)
  return views
}

/** Who viewed and who swiped each post, at most once per person. */
export function* contentViews(counts: Counts): Generator<DemoRow<"contentView">> {
  for (const post of listPosts(counts)) yield* viewsOf(post, counts)
}

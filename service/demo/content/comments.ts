import { anchor, day, printInstant } from "../anchor"
import type { Counts } from "../counts"
import { gapAt, withGap } from "../gaps"
import { guidOf } from "../guid"
import { drawPeople } from "../people"
import { cycle, type RandomStream, streamOf } from "../random"
import type { ContainerRow, DemoRow } from "../rows"
import { commentLines } from "../texts/replies"
import { listPosts, type PostOutline } from "./posts"

/** A comment on a post. Endpoints return only its reactions. */
interface Comment {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly random: RandomStream
}

/** The first post of a module always has comments, a third of the others has none. */
function commentCount(post: PostOutline): number {
  if (post.status === "Draft") return 0
  if (post.number === 0) return post.module.commentsAndReactions ? 3 : 1
  if (!post.module.commentsAndReactions) return 0
  return Math.max(0, streamOf("comment-count", post.module.key, post.number).whole(-1, 3))
}

function* commentsOf(post: PostOutline): Generator<Comment> {
  const { key, cultures } = post.module
  for (let number = 0; number < commentCount(post); number++) {
    const random = streamOf("comment", key, post.number, number)
    const line = random.pick(commentLines)[cycle(cultures, number)]
    yield { id: guidOf("comment", key, post.number, number), number, name: line, random }
  }
}

export function* commentContainers(counts: Counts): Generator<ContainerRow> {
  for (const post of listPosts(counts))
    for (const { id, name } of commentsOf(post))
      yield { kind: "comment", id, parentId: post.id, name }
}

const types = ["Like", "Love", "Haha", "Wow", "Sad", "Angry", "Celebrate"] as const
const weights = { Like: 50, Love: 20, Haha: 10, Wow: 9, Sad: 6, Angry: 3, Celebrate: 2 } as const

/** Reactions to an average comment at scale 1. */
const averageReactions = 18

/**
 * The first comment of a module has every kind of reaction, including one that the interface has no
 * name for.
 */
function reactionCount(post: PostOutline, comment: Comment, counts: Counts): number {
  if (post.number === 0) return Math.max(8, counts.within(averageReactions))
  if (comment.random.chance(0.1)) return 0
  return counts.within(3 + (averageReactions - 3) * post.popularity)
}

function* listDiscussions(counts: Counts): Generator<[PostOutline, Comment]> {
  for (const post of listPosts(counts))
    if (post.module.commentsAndReactions)
      for (const comment of commentsOf(post)) yield [post, comment]
}

export function countReactions(counts: Counts): number {
  let reactions = 0
  for (const [post, comment] of listDiscussions(counts))
    reactions += reactionCount(post, comment, counts)
  return reactions
}

function* reactionsTo(
  post: PostOutline,
  comment: Comment,
  counts: Counts,
): Generator<DemoRow<"commentReaction">> {
  const key = [post.module.key, post.number, comment.number] as const
  const scope = { moduleId: post.module.id, contentId: post.id, commentId: comment.id }
  const person = drawPeople(streamOf("reacting", ...key))
  const amount = reactionCount(post, comment, counts)
  for (let index = 0; index < amount; index++) {
    const random = streamOf("reaction", ...key, index)
    const window = Math.min(20 * day, anchor - post.published)
    const time = post.published + Math.floor(random.fraction() ** 3 * window)
    const everyType = post.number === 0 && index < types.length
    const values = {
      id: guidOf("reaction", ...key, index),
      userId: random.orNull(0.03, person(index)),
      type: everyType ? cycle(types, index) : random.weighted(weights),
      creationDateTime: printInstant(time),
    }
    const isFirst = post.number === 0 && comment.number === 0
    const gap = isFirst ? gapAt(index, ["type", "creationDateTime"], 16) : undefined
    yield { scope, values: withGap(values, gap) }
  }
}

/** Reactions exist only where comments and reactions are enabled (specification 3, rule 3). */
export function* commentReactions(counts: Counts): Generator<DemoRow<"commentReaction">> {
  for (const [post, comment] of listDiscussions(counts)) yield* reactionsTo(post, comment, counts)
}

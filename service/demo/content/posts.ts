import { anchor, day, historyDays, hour, printInstant, printLocal } from "../anchor"
import type { Counts } from "../counts"
import { companyName, listDepartments } from "../departments/tree"
import { gapAt, withGap } from "../gaps"
import { guidOf } from "../guid"
import { mediasOf } from "../medias"
import { anyUserId } from "../people"
import { cycle, type RandomStream, streamOf } from "../random"
import type { ContainerRow, DemoRow, Values } from "../rows"
import { type ContentModule, categoryOf, contentModules, postCount } from "./modules"
import { type PostText, writePost } from "./post-text"

type Post = Values<"contentPost">

/** The outline that a post's record, views and comments share. */
export interface PostOutline {
  readonly module: ContentModule
  readonly number: number
  readonly id: string
  readonly status: "Published" | "Draft" | "Archived"
  /** Milliseconds since 1970. */
  readonly published: number
  readonly texts: readonly PostText[]
  /** Around 1: how often the post is read compared with others. */
  readonly popularity: number
}

/** Departments that exist at every scale, so that references to them stay valid. */
const knownDepartments = listDepartments(30)

function statusOf(moduleIndex: number, number: number): PostOutline["status"] {
  if (number > 0 && (number + moduleIndex) % 11 === 4) return "Draft"
  return (number + 2 * moduleIndex) % 17 === 12 ? "Archived" : "Published"
}

/** Every fourth post is published together with the one before it, and for the same time. */
const batchOf = (number: number) => (number % 4 === 2 ? number - 1 : number)

function publishedAt(module: ContentModule, number: number): number {
  const random = streamOf("published", module.key, batchOf(number))
  return anchor - random.whole(1, historyDays - 1) * day + random.whole(7, 15) * hour
}

function outline(module: ContentModule, moduleIndex: number, number: number): PostOutline {
  const random = streamOf("post", module.key, number)
  const published = publishedAt(module, number)
  return {
    module,
    number,
    id: guidOf("post", module.key, number),
    status: statusOf(moduleIndex, number),
    published,
    popularity: 0.3 + random.fraction() * 0.9 + (random.chance(0.1) ? 1 : 0),
    texts: writePost(module, number, published, random),
  }
}

export function* listPosts(counts: Counts): Generator<PostOutline> {
  for (const [moduleIndex, module] of contentModules.entries())
    for (let number = 0; number < postCount(module, counts); number++)
      yield outline(module, moduleIndex, number)
}

const titleOf = (post: PostOutline) => cycle(post.texts, 0).title ?? "Untitled"

/** A draft that was created and never written. */
const isBlank = ({ status, number }: PostOutline) => status === "Draft" && number % 3 === 0

function availability(post: PostOutline) {
  const random = streamOf("availability", post.module.key, batchOf(post.number))
  const zone = random.pick(["Europe/Copenhagen", "Europe/Berlin", "Europe/London"])
  const ends = random.chance(0.3)
  return {
    availableFrom: random.orNull(0.2, printLocal(post.published)),
    startDateTimeZone: random.orNull(0.4, zone),
    availableUntil: ends ? printLocal(post.published + random.whole(2, 12) * 7 * day) : null,
    endDateTimeZone: ends ? random.orNull(0.4, zone) : null,
  }
}

/** A person who left, a deleted group, and a kind of mention that the interface has no name for. */
const oddMentions = [
  { id: guidOf("user-left", 1), name: null, type: "User", url: null },
  { id: null, name: "Summer helpers 2024", type: "User group", url: null },
  { id: guidOf("user-group", 2), name: "Apprentices", type: null, url: null },
  { id: guidOf("everyone", 1), name: "Everyone", type: "Everyone", url: null },
]

function mentionsOf(random: RandomStream): Post["mentions"] {
  const department = random.pick(knownDepartments)
  const all = [
    { id: anyUserId(random), name: "Store manager", type: "User", url: null },
    { id: department.id, name: department.name, type: "Department", url: null },
    { id: guidOf("user-group", 1), name: "First aiders", type: "User group", url: null },
  ]
  const mentions = all.slice(random.whole(0, 2), random.whole(1, 3))
  return random.orNull(0.1, random.chance(0.12) ? [random.pick(oddMentions)] : mentions)
}

/** Possible permissions after departments and groups were deleted. */
const oddPermissions: readonly Partial<NonNullable<NonNullable<Post["permissions"]>[number]>>[] = [
  { departments: null },
  { userGroups: null },
  { departments: [{ id: guidOf("department-gone", 1), name: null, url: null }] },
  { departments: [{ id: null, name: `${companyName} Løgstør`, url: null }] },
  { userGroups: [{ id: guidOf("user-group-gone", 1), name: null, url: null }] },
  { userGroups: [{ id: null, name: "Summer helpers 2024", url: null }] },
]

function permissionsOf(random: RandomStream): Post["permissions"] {
  const department = random.pick(knownDepartments)
  const group = random.whole(0, 2)
  const name = cycle(["Store managers", "First aiders", "Apprentices"], group)
  const permission = {
    departments: [{ id: department.id, name: department.name, url: null }],
    userGroups: random.chance(0.5) ? [{ id: guidOf("user-group", group), name, url: null }] : [],
    requireAllUserGroups: random.orNull(0.1, random.chance(0.2)),
  }
  const odd = random.chance(0.08) ? random.pick(oddPermissions) : {}
  return random.orNull(0.3, [{ ...permission, ...odd }])
}

function postRow(post: PostOutline): DemoRow<"contentPost"> {
  const { module, number, published, status } = post
  const random = streamOf("post-fields", module.key, number)
  const edited = random.chance(0.4) ? random.whole(1, 200) * hour : 0
  const values: Post = {
    id: post.id,
    userId: random.orNull(0.05, anyUserId(random)),
    categoryId: random.orNull(0.1, categoryOf(module, random.whole(0, 3))),
    sortOrder: random.orNull(0.03, Math.floor(number / 2) * 10),
    status,
    creationDateTime: printInstant(published - random.whole(0, 3) * day),
    lastModifiedDateTime: random.orNull(0.2, printInstant(Math.min(published + edited, anchor))),
    ...availability(post),
    featureMediaId: random.orNull(0.35, guidOf("feature-media", module.key, number)),
    medias: random.orNull(0.1, mediasOf(random, 3, "post", module.key, number)),
    mentions: mentionsOf(random),
    locales: isBlank(post) ? null : [...post.texts],
    permissions: permissionsOf(random),
    name: isBlank(post) ? null : titleOf(post),
  }
  const gap =
    module.key === "payroll" ? gapAt(number, ["status", "creationDateTime"], 40) : undefined
  return { scope: { moduleId: module.id }, values: withGap(values, gap) }
}

export function* contentPosts(counts: Counts): Generator<DemoRow<"contentPost">> {
  for (const post of listPosts(counts)) yield postRow(post)
}

export function* contentPostContainers(counts: Counts): Generator<ContainerRow> {
  for (const post of listPosts(counts)) {
    const state = post.status === "Published" ? "" : ` (${post.status})`
    const name = `${titleOf(post)} · ${printInstant(post.published).slice(0, 10)}${state}`
    yield { kind: "contentPost", id: post.id, parentId: post.module.id, name }
  }
}

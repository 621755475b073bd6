import type { Counts } from "../counts"
import { guidOf } from "../guid"
import type { ContainerRow } from "../rows"
import { campaignTopics } from "../texts/campaigns"
import { handbookTopics, payrollTopics } from "../texts/handbook"
import { newsTopics } from "../texts/news"
import { safetyTopics } from "../texts/safety"
import { type Language, languages, type Topic } from "../texts/text"

/** A place to publish in: who reads it in which languages, and what it is about. */
export interface ContentModule {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly cultures: readonly Language[]
  readonly topics: readonly Topic[]
  /** Posts at scale 1. */
  readonly posts: number
  readonly commentsAndReactions: boolean
}

const module = (key: string, rest: Omit<ContentModule, "key" | "id">): ContentModule => ({
  key,
  id: guidOf("content-module", key),
  ...rest,
})

export const contentModules: readonly ContentModule[] = [
  module("news", {
    name: "Company news",
    cultures: languages,
    topics: newsTopics,
    posts: 130,
    commentsAndReactions: true,
  }),
  module("news-dk", {
    name: "Nyheder Danmark",
    cultures: ["da-DK"],
    topics: [...newsTopics, ...campaignTopics],
    posts: 110,
    commentsAndReactions: true,
  }),
  module("news-de", {
    name: "Aktuelles Deutschland",
    cultures: ["de-DE", "en-GB"],
    topics: [...newsTopics, ...campaignTopics],
    posts: 100,
    commentsAndReactions: true,
  }),
  module("campaigns", {
    name: "Campaigns",
    cultures: languages,
    topics: campaignTopics,
    posts: 120,
    commentsAndReactions: true,
  }),
  module("safety", {
    name: "Safety",
    cultures: languages,
    topics: safetyTopics,
    posts: 60,
    commentsAndReactions: true,
  }),
  module("handbook", {
    name: "Employee handbook (comments and reactions off)",
    cultures: languages,
    topics: handbookTopics,
    posts: 40,
    commentsAndReactions: false,
  }),
  module("payroll", {
    name: "Payroll and HR (comments and reactions off)",
    cultures: ["en-GB", "da-DK", "de-DE"],
    topics: payrollTopics,
    posts: 40,
    commentsAndReactions: false,
  }),
  module("norway", {
    name: "Norge (nothing published yet)",
    cultures: ["en-GB"],
    topics: newsTopics,
    posts: 0,
    commentsAndReactions: true,
  }),
]

/** How many posts a module has: none where it is the empty one. */
export const postCount = (module: ContentModule, counts: Counts): number =>
  module.posts === 0 ? 0 : counts.named(module.posts, 3)

export const contentModuleContainers = (): ContainerRow[] =>
  contentModules.map(({ id, name, commentsAndReactions }) => ({
    kind: "contentModule",
    id,
    name,
    features: commentsAndReactions ? ["commentsAndReactions"] : [],
  }))

import type { Counts } from "../counts"
import { guidOf } from "../guid"
import type { ContainerRow } from "../rows"
import { campaignTopics } from "../texts/campaigns"
import { handbookTopics, payrollTopics } from "../texts/handbook"
import { newsTopics } from "../texts/news"
import { safetyTopics } from "../texts/safety"
import { type Language, languages, type Topic } from "../texts/text"

/** A place to publish: its readers, languages and subject. */
export interface ContentModule {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly cultures: readonly Language[]
  readonly topics: readonly Topic[]
  /** Posts at scale 1. */
  readonly posts: number
  readonly commentsAndReactions: boolean
  readonly categories: readonly [string, string, string, string]
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
    categories: ["Company", "People", "Stores", "Community"],
  }),
  module("news-dk", {
    name: "Nyheder Danmark",
    cultures: ["da-DK"],
    topics: [...newsTopics, ...campaignTopics],
    posts: 110,
    commentsAndReactions: true,
    categories: ["Virksomheden", "Mennesker", "Butikkerne", "Kampagner"],
  }),
  module("news-de", {
    name: "Aktuelles Deutschland",
    cultures: ["de-DE", "en-GB"],
    topics: [...newsTopics, ...campaignTopics],
    posts: 100,
    commentsAndReactions: true,
    categories: ["Unternehmen", "Menschen", "Filialen", "Aktionen"],
  }),
  module("campaigns", {
    name: "Campaigns",
    cultures: languages,
    topics: campaignTopics,
    posts: 120,
    commentsAndReactions: true,
    categories: ["Spring and summer", "Autumn and winter", "Local campaigns", "Online"],
  }),
  module("safety", {
    name: "Safety",
    cultures: languages,
    topics: safetyTopics,
    posts: 60,
    commentsAndReactions: true,
    categories: ["Fire and evacuation", "Working environment", "Food safety", "Security"],
  }),
  module("handbook", {
    name: "Employee handbook (comments and reactions off)",
    cultures: languages,
    topics: handbookTopics,
    posts: 40,
    commentsAndReactions: false,
    categories: ["Working hours", "Absence", "Benefits", "Conduct"],
  }),
  module("payroll", {
    name: "Payroll and HR (comments and reactions off)",
    cultures: ["en-GB", "da-DK", "de-DE"],
    topics: payrollTopics,
    posts: 40,
    commentsAndReactions: false,
    categories: ["Pay", "Pension", "Tax", "Travel and expenses"],
  }),
  module("norway", {
    name: "Norge (nothing published yet)",
    cultures: ["en-GB"],
    topics: newsTopics,
    posts: 0,
    commentsAndReactions: true,
    categories: ["Selskapet", "Mennesker", "Butikkene", "Kampanjer"],
  }),
]

/** How many posts a module has. One module is empty. */
export const postCount = (module: ContentModule, counts: Counts): number =>
  module.posts === 0 ? 0 : counts.named(module.posts, 3)

export const contentModuleContainers = (): ContainerRow[] =>
  contentModules.map(({ id, name, commentsAndReactions }) => ({
    kind: "contentModule",
    id,
    name,
    features: commentsAndReactions ? ["commentsAndReactions"] : [],
  }))

export const categoryOf = (module: ContentModule, number: number): string =>
  guidOf("category", module.key, number)

/** Names of the categories of each module that has posts. */
export function* contentCategoryNames(): Generator<ContainerRow> {
  for (const module of contentModules)
    for (const [number, name] of module.posts === 0 ? [] : module.categories.entries())
      yield { kind: "contentCategory", id: categoryOf(module, number), parentId: module.id, name }
}

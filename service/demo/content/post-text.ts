import type { RandomStream } from "../random"
import { pickInSeason } from "../season"
import { awkwardPosts } from "../texts/awkward"
import { type Language, months, type Text } from "../texts/text"
import { countries } from "../texts/towns"
import type { ContentModule } from "./modules"

/** The facts that a post's texts share in all languages. */
interface Facts {
  readonly published: Date
  readonly city: string
  readonly percent: number
  readonly count: number
  readonly hour: number
}

export interface PostText {
  readonly culture: string | null
  readonly title: string | null
  readonly bodyText: string | null
}

function cityFor(cultures: readonly Language[], random: RandomStream): string {
  const possible = countries.filter((country) => cultures.includes(country.culture))
  return random.pick(random.pick(random.pick(possible).regions).towns)[0]
}

function printDay(date: Date, language: Language): string {
  const month = months[language][date.getUTCMonth()]
  const dot = language === "en-GB" ? "" : "."
  return `${date.getUTCDate()}${dot} ${month}`
}

const weekOf = (date: Date) =>
  Math.min(
    52,
    Math.ceil((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 604_800_000) + 1,
  )

function fill(text: string, facts: Facts, language: Language): string {
  const values: { readonly [marker: string]: string | number } = {
    city: facts.city,
    percent: facts.percent,
    count: facts.count,
    hour: facts.hour,
    day: printDay(facts.published, language),
    week: weekOf(facts.published),
  }
  return text.replaceAll(/\{(\w+)\}/g, (marker, name: string) => `${values[name] ?? marker}`)
}

const markUp = (text: Text) => text.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n")

/** A post's title and HTML body in every language of its module, the main one first. */
export function writePost(
  module: ContentModule,
  number: number,
  published: number,
  random: RandomStream,
): readonly PostText[] {
  const topic = pickInSeason(module.topics, published, random)
  const facts: Facts = {
    published: new Date(published + random.whole(3, 20) * 86_400_000),
    city: cityFor(module.cultures, random),
    percent: random.whole(2, 12) * 5,
    count: random.whole(2, 24) * 5,
    hour: random.whole(7, 16),
  }
  const written = module.cultures.map((culture) => ({
    culture,
    title: fill(topic[culture].title, facts, culture),
    bodyText: fill(markUp(topic[culture]), facts, culture),
  }))
  return awkwardPosts[`${module.key}/${number}`] ?? written
}

import { anchor, day, printInstant } from "./anchor"
import { guidOf } from "./guid"
import type { ContainerRow, DemoRow } from "./rows"

interface Highscore {
  readonly key: string
  /** Null if it has no name yet. */
  readonly name: string | null
  readonly description: string | null
  /** Days before the anchor. Null if it was never reset. */
  readonly reset: number | null
  /** Absent if levels are disabled. */
  readonly levels?: readonly (readonly [
    name: string | null,
    alias: string | null,
    points: number | null,
  ])[]
}

const metals = [
  ["Bronze", "bronze", 100],
  ["Silver", "silver", 500],
  ["Gold", "gold", 1_500],
] as const

const highscores: readonly Highscore[] = [
  {
    key: "garden",
    name: "Garden quiz",
    description: "Points for right answers about plants, soil and pests.",
    reset: 46,
    levels: [
      ["Seed", "seed", 0],
      ["Seedling", "seedling", 50],
      ["Shrub", "shrub", 200],
      ["Tree", "tree", 800],
      ["Forest", null, 800],
    ],
  },
  { key: "safety", name: "Safety week", description: null, reset: 46, levels: metals },
  {
    key: "service",
    name: "Kundeservice-mesterskab",
    description: "Ros fra kunder giver 10 point.",
    reset: 320,
    levels: [
      ...metals,
      ["Gold", "gold", 3_000],
      ["Guest of honour", "honour", null],
      [null, "veteran", 10_000],
    ],
  },
  {
    key: "first-aid",
    name: "Erste-Hilfe-Profis",
    description: "Für bestandene Auffrischungskurse.",
    reset: 137,
    levels: metals,
  },
  {
    key: "new",
    name: "New colleagues",
    description: "The first ninety days.",
    reset: null,
    levels: metals,
  },
  {
    key: "bakery",
    name: "Bakery challenge (levels off)",
    description: "Recipes learned by heart.",
    reset: 12,
  },
  {
    key: "garden-2025",
    name: "Garden quiz",
    description: "Last year's round, kept for comparison.",
    reset: 411,
    levels: metals,
  },
  {
    key: "spring",
    name: null,
    description: "Set up for the spring; the name comes from the competition in the app.",
    reset: null,
    levels: metals,
  },
  { key: "christmas", name: "Christmas quiz (levels off)", description: null, reset: null },
]

const highscoreId = (highscore: Highscore) => guidOf("highscore", highscore.key)

export function* highscoreRows(): Generator<DemoRow<"highscore">> {
  for (const highscore of highscores) {
    const { name, description, reset } = highscore
    const lastResetDate = reset === null ? null : printInstant(anchor - reset * day)
    yield { scope: {}, values: { id: highscoreId(highscore), name, description, lastResetDate } }
  }
}

/** Levels exist only where they are enabled (specification 3, rule 4). */
export function* highscoreLevels(): Generator<DemoRow<"highscoreLevel">> {
  for (const highscore of highscores)
    for (const [index, level] of (highscore.levels ?? []).entries()) {
      const [name, alias, requiredPoints] = level
      const id = guidOf("highscore-level", highscore.key, index)
      const scope = { highscoreId: highscoreId(highscore) }
      yield { scope, values: { id, name, alias, requiredPoints } }
    }
}

export function* highscoreContainers(): Generator<ContainerRow> {
  for (const highscore of highscores) {
    const features = highscore.levels ? ["levels"] : []
    const name = highscore.name ?? "(not named yet)"
    yield { kind: "highscore", id: highscoreId(highscore), name, features }
  }
}

/** Who waits for a call, most urgent first: a person at a page, an export, the background sync. */
export const lanes = ["person", "export", "sync"] as const
export type Lane = (typeof lanes)[number]

/** A number for each lane. */
export type ByLane = Readonly<Record<Lane, number>>

/** Whose turn it is, most urgent first: a person who has had their share goes behind the others, and keeps no export waiting. */
export const turns = ["person", "behind", "export", "sync"] as const
export type Turn = (typeof turns)[number]

export const laneOf = (turn: Turn): Lane => (turn === "behind" ? "person" : turn)

/** For whom somebody of that turn stands back. */
export const turnsBefore = (turn: Turn): readonly Lane[] =>
  turn === "behind" ? ["person"] : lanes.slice(0, lanes.indexOf(turn))

/** Whose calls come out of the same part of the quota before those of that turn: the background has its own. */
export const turnsAhead = (turn: Turn): readonly Lane[] =>
  turn === "sync" ? ["export"] : turn === "behind" ? ["person"] : []

/** How many wait in each lane, how many of the persons are behind, and how many in their lane are no persons. */
export interface Demand extends ByLane {
  readonly behind?: number
  readonly quiet?: number
}

export const noDemand: Demand = { person: 0, export: 0, sync: 0 }

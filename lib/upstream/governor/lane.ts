/** Who waits for a call, most urgent first: a person at a page, an export, the background sync. */
export const lanes = ["person", "export", "sync"] as const
export type Lane = (typeof lanes)[number]

/** A number for each lane. */
export type ByLane = Readonly<Record<Lane, number>>

export const noDemand: ByLane = { person: 0, export: 0, sync: 0 }

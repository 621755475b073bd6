import { hash } from "node:crypto"
import { printRowScope } from "../../../catalogue"
import type { Question } from "../parse-question"
import type { Lane } from "../source"

/** What two reads share when one answer serves both: operation, path, query, visibility and rows, all in canonical form. */
export function answerKey({ operation, rows, scope, search, following }: Question): string {
  const start = following ? "page" : "list"
  return `${operation.id}\n${scope.path}\n${start}\n${search}\n${scope.visibility}\n${printRowScope(rows)}`
}

/** A key of fixed length for stores, in which no filter can be read. */
export const digestKey = (key: string): string => hash("sha256", key, "base64url")

/** How long an answer is good for, in milliseconds from when it was read: as it is, while it is being renewed, and while the platform fails. */
export interface Lifetime {
  readonly freshMs: number
  readonly staleMs: number
  readonly keptMs: number
}

/** An answer that instances share; its lifetime is what is left of it, by the store's own clock. */
export interface StoredAnswer extends Lifetime {
  readonly text: string
  /** Milliseconds since 1970. */
  readonly asOf: number
}

/** Where an answer is kept: under a digest of its question, removed with the records it is made of. */
export interface AnswerPlace {
  readonly key: string
  readonly tag: string
  readonly lane: Lane
}

/** Which kept answers will do; with `withinMs` only those stored so many milliseconds ago at most. */
export interface Demand {
  readonly accept: "stale" | "fresh"
  readonly withinMs?: number
  /** Names the reader who is to ask the platform where none will do, and how long others wait for it. */
  readonly claim: string
  readonly claimMs: number
}

/** What was found; neither acceptable nor claimed means that another reader asks the platform at this moment. */
export interface Opened {
  /** Of the tag's records: an answer is kept only while it is the same as before the platform was asked. */
  readonly generation: string
  readonly answer?: StoredAnswer
  readonly acceptable: boolean
  readonly claimed: boolean
}

/** Answers that all instances share. Every method may throw; the cache goes on without it. */
export interface AnswerStore {
  /** An acceptable answer, or the claim to ask the platform for it in this lane, in one step. */
  open(place: AnswerPlace, demand: Demand): Promise<Opened>
  /** Keeps the answer unless the tag's records changed since `generation`, and gives the claim up. */
  put(
    place: AnswerPlace,
    answer: StoredAnswer,
    given: { generation: string; claim: string },
  ): Promise<void>
  /** Gives the claim up without an answer. */
  release(place: AnswerPlace, claim: string): Promise<void>
  /** Makes others wait that much longer for those of these claims that still hold. */
  extend(claims: readonly string[], claimMs: number): Promise<void>
  /** Takes the answer of one place away. */
  remove(place: AnswerPlace): Promise<void>
  /** Removes every answer of the tag, and those that are being read at this moment are not kept. */
  invalidate(tag: string): Promise<void>
}

import { useSyncExternalStore } from "react"
import type { z } from "zod"
import { mayKeepDrafts } from "@/lib/client"
import { usePersonId } from "../ui/person-id"

/** A value that a tab keeps over reloads, announced to whoever shows it. */
export interface SessionValue<T> {
  readonly fallback: T
  /** The same object until it changes. */
  read(): T
  write(value: T): void
  subscribe(listener: () => void): () => void
}

/** One for each person: two people who sign in one after the other in one tab do not see each other's. */
export type PersonalValue<T> = (person: string) => SessionValue<T>

function parseText<T>(schema: z.ZodType<T>, text: string | null, fallback: T): T {
  if (text === null) return fallback
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : fallback
  } catch {
    return fallback
  }
}

/** A store that is full or switched off costs the reload only; what it holds from before is not brought back. */
function forget(name: string) {
  try {
    window.sessionStorage.removeItem(name)
  } catch {
    // It holds nothing.
  }
}

/** Keeps a value in `sessionStorage` under a name; what does not fit the schema counts as the fallback, and a full store keeps it until the page goes. */
export function createSessionValue<T>(
  name: string,
  schema: z.ZodType<T>,
  fallback: T,
): SessionValue<T> {
  const listeners = new Set<() => void>()
  let known: { readonly value: T } | undefined
  const stored = () => parseText(schema, window.sessionStorage.getItem(name), fallback)
  return {
    fallback,
    read() {
      known ??= { value: typeof window === "undefined" ? fallback : stored() }
      return known.value
    },
    write(value) {
      known = { value }
      try {
        if (mayKeepDrafts()) window.sessionStorage.setItem(name, JSON.stringify(value))
      } catch {
        forget(name)
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Keeps a value for each person who signs in. */
export function createPersonalValue<T>(
  name: string,
  schema: z.ZodType<T>,
  fallback: T,
): PersonalValue<T> {
  const values = new Map<string, SessionValue<T>>()
  return (person) => {
    const value = values.get(person) ?? createSessionValue(`${name} ${person}`, schema, fallback)
    values.set(person, value)
    return value
  }
}

/** The value of the person who is signed in, and how to put another in its place; the fallback on the server. */
export function usePersonalValue<T>(
  values: PersonalValue<T>,
): readonly [value: T, write: (value: T) => void] {
  const { read, write, subscribe, fallback } = values(usePersonId())
  return [useSyncExternalStore(subscribe, read, () => fallback), write]
}

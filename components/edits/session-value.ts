import { useSyncExternalStore } from "react"
import type { z } from "zod"
import { mayKeepDrafts } from "@/lib/client"
import { usePersonId } from "../ui/person-id"

/** A tab's value that survives reloads and notifies its subscribers. */
export interface SessionValue<T> {
  readonly fallback: T
  /** The same object until it changes. */
  read(): T
  write(value: T): void
  subscribe(listener: () => void): () => void
}

/**
 * One per person, so that people who sign in to the same tab in turn do not see each other's
 * values.
 */
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

/** A full or disabled store only costs persistence; the stored old value must not return. */
function forget(name: string) {
  try {
    window.sessionStorage.removeItem(name)
  } catch {
    // The store is unavailable, so there is nothing to remove.
  }
}

/**
 * Saves a value in `sessionStorage` under a name. Values that do not match the schema count as the
 * fallback; if the store is full, the value lasts until the page is left.
 */
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

/** One saved value for each person who signs in. */
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

/** The signed-in person's value and its setter; the fallback on the server. */
export function usePersonalValue<T>(
  values: PersonalValue<T>,
): readonly [value: T, write: (value: T) => void] {
  const { read, write, subscribe, fallback } = values(usePersonId())
  return [useSyncExternalStore(subscribe, read, () => fallback), write]
}

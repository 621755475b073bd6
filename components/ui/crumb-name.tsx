"use client"

import { useEffect, useSyncExternalStore } from "react"
import { ownValue } from "@/lib/catalogue"

type Names = Readonly<Record<string, string>>

const none: Names = {}
const listeners = new Set<() => void>()
let names = none

function announce(id: string, name: string) {
  if (ownValue(names, id) === name) return
  names = { ...names, [id]: name }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The names that pages have published for what they show, by id. */
export const useCrumbNames = (): Names =>
  useSyncExternalStore(
    subscribe,
    () => names,
    () => none,
  )

/** Publishes the name of a page's subject to the breadcrumbs. */
export function CrumbName({ id, name }: { id: string; name: string }) {
  useEffect(() => announce(id, name), [id, name])
  return null
}

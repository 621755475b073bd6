"use client"

import { type ComponentType, createElement, lazy, Suspense, useState } from "react"
import { keepKeysDuring } from "./key-buffer"

type Load<Props> = () => Promise<ComponentType<Props>>

/** Code of a page that is read on demand. */
export interface LaterCode {
  /** Reads it, once it succeeds. */
  readonly read: () => Promise<void>
  readonly isRead: () => boolean
}

/**
 * A part of a page whose code is read when it is first drawn, or by `read` when somebody comes near, so that
 * the page comes without it; nothing stands in its place meanwhile. `load` names it with `import()`.
 */
export function later<Props extends object>(load: Load<Props>) {
  let known: ComponentType<Props> | undefined
  const Part = lazy(async () => ({ default: await keepKeysDuring(load()) }))
  const draw = (props: Props) => {
    // What is known already is drawn at once; what was begun stays.
    const [Drawn] = useState(() => known ?? Part)
    return createElement(Suspense, null, createElement(Drawn as ComponentType<Props>, props))
  }
  const code: LaterCode = {
    read: async () => {
      known ??= await load()
    },
    isRead: () => known !== undefined,
  }
  /** The same for a handler, which has no use for what went wrong. */
  const near = () => void code.read().catch(() => {})
  return Object.assign(draw, code, { near })
}

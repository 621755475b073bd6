"use client"

import { type ComponentType, createElement, lazy, Suspense } from "react"
import { keepKeysDuring } from "./key-buffer"

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A part of a page whose code is read when it is first drawn, or by `read` when somebody comes near, so that
 * the page comes without it; nothing stands in its place meanwhile. `load` names it with `import()`.
 */
export function later<Props extends object>(load: Load<Props>) {
  const Part = lazy(async () => ({ default: await keepKeysDuring(load()) }))
  const draw = (props: Props) => createElement(Suspense, null, createElement(Part, props))
  return Object.assign(draw, { read: () => void load().catch(() => {}) })
}

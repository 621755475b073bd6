"use client"

import { createContext, type ReactNode, useEffect, useEffectEvent, useRef } from "react"
import { createPortal } from "react-dom"
import { pngOf, type SlideText, saveFile, slideSvg } from "./slide"

/** The height of a chart within an exported picture, in pixels; undefined on a page. */
export const PictureHeight = createContext<number | undefined>(undefined)

export type PictureFormat = "png" | "svg"

interface PictureProps extends SlideText {
  readonly format: PictureFormat
  /** The file name, without its extension. */
  readonly name: string
  /** The layout width of the charts in pixels, before they are scaled to the slide. */
  readonly width: number
  readonly children: ReactNode
  readonly onDone: () => void
}

const height = 300
const maxWaitMs = 5000

/** Renders charts off-screen at slide size in print colours, and saves them as a picture. */
export function Picture({ format, name, width, children, onDone, ...text }: PictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const save = useEffectEvent(async (drawn: HTMLElement) => {
    const svg = slideSvg(drawn, text)
    const blob = format === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg)
    saveFile(blob, `${name}.${format}`)
  })
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    const begun = Date.now()
    let next = 0
    // A chart is drawn one frame after its width is known, and its axes one frame later.
    let framesLeft = 3
    const look = () => {
      const isDrawn = frame.current?.querySelector("svg.recharts-surface") !== null
      if (isDrawn) framesLeft -= 1
      if (frame.current && framesLeft <= 0) void save(frame.current).finally(finish)
      else if (Date.now() - begun > maxWaitMs) finish()
      else next = requestAnimationFrame(look)
    }
    next = requestAnimationFrame(look)
    return () => cancelAnimationFrame(next)
  }, [])
  return createPortal(
    <div
      ref={frame}
      inert
      aria-hidden="true"
      className="fixed top-0 -left-[10000px]"
      style={{ width, colorScheme: "light" }}
    >
      <PictureHeight value={height}>{children}</PictureHeight>
    </div>,
    document.body,
  )
}

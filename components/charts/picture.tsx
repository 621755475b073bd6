"use client"

import { createContext, type ReactNode, useEffect, useEffectEvent, useRef } from "react"
import { createPortal } from "react-dom"
import { pngOf, type SlideText, saveFile, slideSvg } from "./slide"

/** How high a chart is drawn within a picture, in pixels; undefined on a page. */
export const PictureHeight = createContext<number | undefined>(undefined)

export type PictureFormat = "png" | "svg"

interface PictureProps extends SlideText {
  readonly format: PictureFormat
  /** Of the file, without its ending. */
  readonly name: string
  /** How wide the charts are drawn before they are enlarged to fill the slide, in pixels. */
  readonly width: number
  readonly children: ReactNode
  readonly onDone: () => void
}

const height = 300
const maxWaitMs = 5000

/** Draws charts out of sight, at the size of a slide and in the colours of paper, saves them as a picture and is done. */
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
    // A chart is drawn a frame after its width is known, and its axes a frame later.
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

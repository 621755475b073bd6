"use client"

import { ShieldCheck } from "lucide-react"
import { useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import { inertDocument } from "./inert-document"
import { estimateHeight } from "./preview-height"
import type { InertHtml } from "./sanitize-html"

export interface HtmlPreviewProps {
  readonly html: string
  /** The frame's name, read aloud. */
  readonly title: string
  /** Whether `#name#` markers stand out (specification 2.17). */
  readonly hasMarkers?: boolean
}

/** The HTML made inert, once the page runs; the server has no parser that reads HTML as this browser does. */
function useInertHtml(html: string, hasMarkers: boolean): InertHtml | "failed" | undefined {
  const t = useTranslations("records")
  const pictureText = t("preview.picture")
  const [inert, setInert] = useState<InertHtml | "failed">()
  useEffect(() => {
    let isCurrent = true
    import("./sanitize-html")
      .then(({ sanitizeHtml }) => sanitizeHtml(html, { pictureText, hasMarkers }))
      .catch(() => "failed" as const)
      .then((result) => {
        if (isCurrent) setInert(result)
      })
    return () => {
      isCurrent = false
    }
  }, [html, pictureText, hasMarkers])
  return inert
}

/** Foreign HTML, shown but inert: nothing in it runs, loads or leads anywhere. */
export function HtmlPreview({ html, title, hasMarkers = false }: HtmlPreviewProps) {
  const t = useTranslations("records")
  const inert = useInertHtml(html, hasMarkers)
  const style = { height: estimateHeight(html) }
  if (!inert) return <div className="rounded-md border bg-paper" style={style} />
  if (inert === "failed") return <p className="text-critical-ink">{t("preview.failed")}</p>
  return (
    <>
      <iframe
        sandbox=""
        srcDoc={inertDocument(inert)}
        title={title}
        referrerPolicy="no-referrer"
        style={style}
        className="block min-h-24 w-full resize-y rounded-md border bg-paper"
      />
      <WhatIsLeftOut inert={inert} />
    </>
  )
}

function WhatIsLeftOut({ inert: { pictures, hasMore } }: { inert: InertHtml }) {
  const t = useTranslations("records")
  if (pictures === 0 && !hasMore) return null
  return (
    <p className="mt-1.5 flex gap-1.5 text-ink-faint text-xs">
      <ShieldCheck className="mt-px size-3.5 shrink-0" aria-hidden="true" />
      <span>
        {pictures > 0 ? t("preview.pictures", { count: pictures }) : null}{" "}
        {hasMore ? t("preview.more") : null}
      </span>
    </p>
  )
}

"use client"

import { ShieldCheck } from "lucide-react"
import { useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import type { InertHtml } from "./sanitize-html"

const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

const ownStyle = `
:root { color-scheme: light }
body { margin: 16px; font: 14px/1.5 Inter, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; color: #1b1d22; background: #fff; overflow-wrap: anywhere }
img, table { max-width: 100% }
.stopped-link { color: #3b5bd0; text-decoration: underline }
.blocked-picture { display: inline-block; padding: 2px 8px; border: 1px dashed #9aa0ad; border-radius: 4px; color: #5b616e; background: #f4f5f7; font-size: 12px }
body > :first-child { margin-top: 0 }
mark { padding: 1px 3px; border-radius: 3px; background: #e8ecfb; color: #3346a8; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .92em }
`

/** Shows text that hides itself. */
const lastStyle =
  "html, body { display: block !important; visibility: visible !important; opacity: 1 !important }"

/**
 * A sanitized body as a document of its own, whose policy blocks scripts and requests even if
 * something was missed. Only show it in `<iframe sandbox="">`: the document also inherits the
 * page's policy, so its styles carry the page's nonce.
 */
export const inertDocument = ({
  style,
  body,
  nonce = "",
}: {
  style: string
  body: string
  nonce?: string | undefined
}): string => {
  const sheets = [ownStyle, style, lastStyle].map(
    (sheet) => `<style nonce="${nonce}">${sheet}</style>`,
  )
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">${sheets.join("")}</head>${body}</html>`
}

/** The nonce of the page's own scripts and styles. */
const pageNonce = () => document.querySelector<HTMLElement>("script[nonce]")?.nonce

const line = 21
const lineLength = 55
const blocks = /<(?:p|div|li|tr|br|h[1-6]|blockquote|img)\b/gi

/**
 * The approximate height of a document in pixels, because a sandboxed frame cannot report it.
 * Between 96 and 480; the reader can resize it.
 */
export function estimateHeight(html: string): number {
  const text = html.replaceAll(/<[^>]*>/g, "")
  const lines = text.length / lineLength + (html.match(blocks)?.length ?? 0) * 1.4
  return Math.min(480, Math.max(96, Math.round(lines * line) + 56))
}

interface HtmlPreviewProps {
  readonly html: string
  /** The frame's name, for screen readers. */
  readonly title: string
  /** Highlights `#name#` markers (specification 2.17). */
  readonly hasMarkers?: boolean
}

/** Sanitizes HTML in the browser only: a parser on the server may read it differently. */
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

/** Foreign HTML, displayed safely: nothing in it runs, loads or navigates. */
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
        srcDoc={inertDocument({ ...inert, nonce: pageNonce() })}
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

import "server-only"
import { createHash } from "node:crypto"
import { NextRequest } from "next/server"
import { readChoice } from "@/lib/client/choice-cookie"
import { chooseLocale, localeCookie } from "@/lib/client/messages"
import { translator } from "@/lib/client/messages/messages-of"
import type { PrintBusyPage } from "@/lib/server/front"

// Self-contained, because no other files can be served meanwhile; the colours match globals.css.
const styles = `:root{color-scheme:light dark;--canvas:light-dark(oklch(0.984 0.0015 270),oklch(0.168 0.004 264));--ink:light-dark(oklch(0.226 0.008 264),oklch(0.945 0.003 264));--ink-muted:light-dark(oklch(0.455 0.012 264),oklch(0.735 0.008 264))}
body{margin:0;display:grid;min-height:100dvh;place-items:center;background:var(--canvas);color:var(--ink);font:0.875rem/1.25rem Inter,"Inter Variable",-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Ubuntu,Cantarell,"Noto Sans","Liberation Sans",Arial,system-ui,sans-serif}
main{max-width:26rem;padding:1.5rem}
svg{width:2rem;height:2rem}
h1{margin:1rem 0 0.25rem;font-size:1rem;font-weight:600;line-height:1.5rem}
p{margin:0;color:var(--ink-muted);text-wrap:pretty}`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

const logo =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="5" fill="#3b5bd0"/><path d="M6 14v-3M10 14V9M14 14V6" stroke="#fff" stroke-width="2" stroke-linecap="round" fill="none"/></svg>'

/**
 * A page that reloads itself, in the language of the request, without scripts or external files.
 */
export const printBusyPage: PrintBusyPage = ({ headers }, seconds) => {
  const { cookies } = new NextRequest("http://in-process", {
    headers: { cookie: headers.cookie ?? "" },
  })
  const chosen = readChoice(localeCookie, (name) => cookies.get(name)?.value)
  const locale = chooseLocale(chosen, headers["accept-language"])
  const t = translator(locale, "frame")
  const title = t("busyPage.title")
  const text = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>${title} · ${translator(locale, "common")("appName")}</title>
<style>${styles}</style>
<main>${logo}<h1>${title}</h1><p>${t("busyPage.detail")}</p></main>
</html>
`
  return { type: "text/html; charset=utf-8", text, headers: { "content-security-policy": policy } }
}

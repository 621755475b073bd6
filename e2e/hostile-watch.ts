import type { BrowserContext, Page } from "@playwright/test"

/** Actions of a page that no text in it may cause. */
export interface Watch {
  readonly seen: string[]
}

/**
 * Watches a page for dialogs, new pages, downloads, navigation and requests that are not the
 * dashboard's own.
 */
export function watch(context: BrowserContext, page: Page, origin: string): Watch {
  const seen: string[] = []
  const isOwn = (url: string) =>
    url.startsWith("data:") || (new URL(url).origin === origin && !url.includes("hostile"))
  page.on("dialog", async (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on("download", (download) => seen.push(`download: ${download.url()}`))
  page.on("popup", (popup) => seen.push(`popup: ${popup.url()}`))
  page.on("websocket", (socket) => seen.push(`web socket: ${socket.url()}`))
  page.on("framenavigated", (frame) => {
    if (frame.parentFrame() && !/^about:(srcdoc|blank)$/.test(frame.url()))
      seen.push(`frame: ${frame.url()}`)
    if (!frame.parentFrame() && !isOwn(frame.url())) seen.push(`page: ${frame.url()}`)
  })
  context.on("request", (request) => {
    if (!isOwn(request.url())) seen.push(`request: ${request.url()}`)
  })
  return { seen }
}

const styles = [
  "color",
  "background-color",
  "font-family",
  "font-size",
  "display",
  "visibility",
  "opacity",
  "position",
  "outline-style",
  "filter",
  "transform",
  "cursor",
  "pointer-events",
  "z-index",
]

/** The computed styles of the frame around a record, which the record must not change. */
export const readStyles = (page: Page): Promise<unknown> =>
  page.evaluate(
    (names) =>
      ["html", "body", "header", "nav", "nav a", "main", "main h1", "main h2"].map((selector) => {
        const element = document.querySelector(selector)
        const style = element && getComputedStyle(element)
        return [selector, names.map((name) => `${name}: ${style?.getPropertyValue(name)}`)]
      }),
    styles,
  )

/** How many elements of the page have the colour that only payloads apply. */
export const countColoured = (page: Page, colour: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll("*")].filter((element) => {
        const { color, backgroundColor, outlineColor } = getComputedStyle(element)
        return [color, backgroundColor, outlineColor].includes(wanted)
      }).length,
    colour,
  )

/**
 * Elements in the frames' documents that could run, load or link anywhere, parsed without showing
 * them.
 */
export const findActiveParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const active =
      "script,iframe,frame,object,embed,form,input,button,select,textarea,link,base,svg,math,template,video,audio,source,[href],[srcset],[poster],[background],[action],[formaction],[ping],[target],[srcdoc]"
    const faults: string[] = []
    for (const frame of document.querySelectorAll("iframe")) {
      const parsed = new DOMParser().parseFromString(frame.srcdoc, "text/html")
      for (const element of parsed.querySelectorAll(active)) faults.push(element.outerHTML)
      for (const element of parsed.querySelectorAll("*"))
        for (const { name, value } of element.attributes)
          if (name.startsWith("on") || (name === "src" && !value.startsWith("data:image/")))
            faults.push(element.outerHTML)
      for (const style of parsed.querySelectorAll("style"))
        if (/url\s*\(|@import|image-set/i.test(style.textContent ?? ""))
          faults.push(style.outerHTML)
    }
    return faults
  })

/**
 * What isolates the frames' documents: the frame's `sandbox`, and the document itself, which starts
 * with its policy.
 */
export const readWalls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("iframe")].map((frame) => ({
      sandbox: frame.getAttribute("sandbox"),
      srcdoc: frame.getAttribute("srcdoc") ?? "",
    })),
  )

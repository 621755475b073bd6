import createPurifier, { type Config, type RemovedAttribute, type RemovedElement } from "dompurify"
import { calmStyle, inertSheet } from "./inert-style"
import { markMarkers } from "./mark-markers"

/** Foreign HTML made inert, and how much of it is not shown. */
export interface InertHtml {
  /** The sheets of its `<style>` elements. */
  readonly style: string
  /** Its `<body>` with all that is in it. */
  readonly body: string
  /** Pictures that would have been loaded from elsewhere. */
  readonly pictures: number
  /** Anything else that was taken out. */
  readonly hasMore: boolean
}

export interface SanitizeOptions {
  /** Where a picture was taken out and nothing tells what it showed. */
  readonly pictureText: string
  /** Whether `#name#` markers stand out (specification 2.17). */
  readonly hasMarkers: boolean
}

const config = {
  USE_PROFILES: { html: true },
  ADD_TAGS: ["style"],
  FORBID_TAGS: [
    "form",
    "input",
    "button",
    "select",
    "textarea",
    "datalist",
    "dialog",
    "map",
    "area",
    "audio",
    "video",
    "source",
    "track",
    "picture",
    "template",
    "slot",
    "meter",
    "progress",
  ],
  FORBID_ATTR: [
    "id",
    "name",
    "for",
    "form",
    "action",
    "target",
    "download",
    "ping",
    "popover",
    "srcset",
    "sizes",
    "poster",
    "background",
    "usemap",
    "ismap",
    "autofocus",
    "tabindex",
    "popovertarget",
    "popovertargetaction",
    "accesskey",
    "contenteditable",
    "slot",
    "is",
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
} as const satisfies Config

/** Where a picture inside the text itself lies; the kinds that are pixels and nothing else. */
const ownPicture = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z\d+/=\s]*$/i

/** Puts a picture's words in the place of every picture that lies elsewhere. */
function replacePictures(root: Element, pictureText: string): number {
  const foreign = [...root.querySelectorAll("img")].filter(
    (picture) => !ownPicture.test(picture.getAttribute("src") ?? ""),
  )
  for (const picture of foreign) {
    const words = root.ownerDocument.createElement("span")
    words.className = "blocked-picture"
    words.textContent = picture.getAttribute("alt")?.trim() || pictureText
    picture.replaceWith(words)
  }
  return foreign.length
}

/** Lets every link tell where it led, and lead nowhere. */
function stopLinks(root: Element): void {
  for (const link of root.querySelectorAll("[href]")) {
    const address = link.getAttribute("href") ?? ""
    link.removeAttribute("href")
    if (link.localName === "a") {
      link.classList.add("stopped-link")
      link.setAttribute("title", address)
    }
  }
}

function takeSheets(root: Element): string {
  const sheets = [...root.querySelectorAll("style")]
  for (const sheet of sheets) sheet.remove()
  return sheets.map((sheet) => inertSheet(sheet.textContent ?? "")).join("\n")
}

/** Whether something that was taken out is worth a word: elements and handlers, not comments and names. */
const isTold = (removed: RemovedElement | RemovedAttribute): boolean =>
  "element" in removed
    ? removed.element.nodeType === Node.ELEMENT_NODE
    : removed.attribute?.name.startsWith("on") === true

/** Foreign HTML as the browser's own parser reads it, without scripts, forms, frames, links or anything that loads. Runs in browsers only. */
export function sanitizeHtml(
  html: string,
  { pictureText, hasMarkers }: SanitizeOptions,
): InertHtml {
  const purifier = createPurifier(window)
  const root = purifier.sanitize(html, config)
  if (!(root instanceof Element)) throw new TypeError("The HTML was not read as a document.")
  const hadMore = purifier.removed.some(isTold)
  const style = takeSheets(root)
  const calmed = [...root.querySelectorAll("[style]")].filter(calmStyle).length
  const pictures = replacePictures(root, pictureText)
  stopLinks(root)
  const body = root.querySelector("body") ?? root
  if (hasMarkers) markMarkers(body)
  return { style, body: body.outerHTML, pictures, hasMore: hadMore || calmed > 0 }
}

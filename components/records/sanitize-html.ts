import createPurifier, { type Config, type RemovedAttribute, type RemovedElement } from "dompurify"
import { splitMarkers } from "./markers"

const loading = /(?:url|image-set|image|cross-fade|src)\s*\(|\\/i

/** Takes out what would load something; the browser has undone escapes by then, except in values that it keeps as they are, which lose any backslash's declaration. */
function calmDeclarations(style: CSSStyleDeclaration): void {
  for (const name of Array.from(style))
    if (loading.test(style.getPropertyValue(name)) || loading.test(name)) style.removeProperty(name)
}

const isGroup = (rule: CSSRule): rule is CSSGroupingRule => rule instanceof CSSGroupingRule
const isStyle = (rule: CSSRule): rule is CSSStyleRule => rule instanceof CSSStyleRule

/** Calms a rule and those within it; answers whether it is of a kind that may stay. */
function calmRule(rule: CSSRule): boolean {
  if (isStyle(rule)) calmDeclarations(rule.style)
  else if (!isGroup(rule)) return false
  for (let at = rule.cssRules.length - 1; at >= 0; at--) {
    const inner = rule.cssRules[at]
    if (inner && !calmRule(inner)) rule.deleteRule(at)
  }
  return true
}

/** A style sheet without what loads, imports or names anything: rules and their groups alone, as the browser's own parser reads them. */
function inertSheet(css: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const rules = Array.from(sheet.cssRules).filter(calmRule)
  return rules
    .map((rule) => rule.cssText)
    .join("\n")
    .replaceAll("</", "<\\/")
}

/** Takes out of an element's own style what would load something; answers whether there was any. */
function calmStyle(element: Element): boolean {
  const { style } = element as HTMLElement
  const before = style.length
  calmDeclarations(style)
  return style.length < before
}

/** Wraps the `#name#` markers in a tree's text in `<mark>`; attributes and styles stay as they are. */
function markMarkers(root: Element): void {
  const document = root.ownerDocument
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.parentElement?.closest("style")) continue
    const parts = splitMarkers(text.textContent ?? "")
    if (!parts.some(({ marker }) => marker)) continue
    const nodes = parts.map((part) => {
      if (!part.marker) return document.createTextNode(part.text)
      const mark = document.createElement("mark")
      mark.textContent = part.text
      return mark
    })
    text.parentNode?.replaceChild(fragmentOf(document, nodes), text)
  }
}

function fragmentOf(document: Document, nodes: readonly Node[]): DocumentFragment {
  const fragment = document.createDocumentFragment()
  fragment.append(...nodes)
  return fragment
}

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

interface SanitizeOptions {
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
    const label = root.ownerDocument.createElement("span")
    label.className = "blocked-picture"
    label.textContent = picture.getAttribute("alt")?.trim() || pictureText
    picture.replaceWith(label)
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
const isAnnounced = (removed: RemovedElement | RemovedAttribute): boolean =>
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
  const hadMore = purifier.removed.some(isAnnounced)
  const style = takeSheets(root)
  const calmed = [...root.querySelectorAll("[style]")].filter(calmStyle).length
  const pictures = replacePictures(root, pictureText)
  stopLinks(root)
  const body = root.querySelector("body") ?? root
  if (hasMarkers) markMarkers(body)
  return { style, body: body.outerHTML, pictures, hasMore: hadMore || calmed > 0 }
}

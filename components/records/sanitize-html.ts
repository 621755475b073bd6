import createPurifier, { type Config, type RemovedAttribute, type RemovedElement } from "dompurify"
import { splitMarkers } from "./markers"

const loading = /(?:url|image-set|image|cross-fade|src)\s*\(|\\/i

/**
 * Removes declarations that load something. The browser has resolved escapes by now, except in
 * values that it keeps verbatim; a backslash in those removes the declaration.
 */
function calmDeclarations(style: CSSStyleDeclaration): void {
  for (const name of Array.from(style))
    if (loading.test(style.getPropertyValue(name)) || loading.test(name)) style.removeProperty(name)
}

const isGroup = (rule: CSSRule): rule is CSSGroupingRule => rule instanceof CSSGroupingRule
const isStyle = (rule: CSSRule): rule is CSSStyleRule => rule instanceof CSSStyleRule

/** Sanitizes a rule and its nested rules; returns true if its kind is allowed. */
function calmRule(rule: CSSRule): boolean {
  if (isStyle(rule)) calmDeclarations(rule.style)
  else if (!isGroup(rule)) return false
  for (let at = rule.cssRules.length - 1; at >= 0; at--) {
    const inner = rule.cssRules[at]
    if (inner && !calmRule(inner)) rule.deleteRule(at)
  }
  return true
}

/**
 * A style sheet that loads, imports and names nothing: only rules and their groups, as the
 * browser's own parser reads them.
 */
function inertSheet(css: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const rules = Array.from(sheet.cssRules).filter(calmRule)
  return rules
    .map((rule) => rule.cssText)
    .join("\n")
    .replaceAll("</", "<\\/")
}

/** Removes inline styles that load something; returns true if there were any. */
function calmStyle(element: Element): boolean {
  const { style } = element as HTMLElement
  const before = style.length
  calmDeclarations(style)
  return style.length < before
}

/** Wraps `#name#` markers in text in `<mark>`; attributes and styles are unchanged. */
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

/** Sanitized foreign HTML, and what was removed. */
export interface InertHtml {
  /** The sheets of its `<style>` elements. */
  readonly style: string
  /** Its `<body>` with its contents. */
  readonly body: string
  /** The number of removed external images. */
  readonly pictures: number
  /** True if anything else was removed. */
  readonly hasMore: boolean
}

interface SanitizeOptions {
  /** Replaces an image without alternative text. */
  readonly pictureText: string
  /** True if `#name#` markers are highlighted (specification 2.17). */
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

/** Images inline in the text, limited to pixel formats. */
const ownPicture = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z\d+/=\s]*$/i

/** Replaces every external image with its alternative text. */
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

/** Shows the target of every link, and disables it. */
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

/** True if the removal is worth reporting: elements and handlers, not comments and names. */
const isAnnounced = (removed: RemovedElement | RemovedAttribute): boolean =>
  "element" in removed
    ? removed.element.nodeType === Node.ELEMENT_NODE
    : removed.attribute?.name.startsWith("on") === true

/**
 * Sanitizes foreign HTML as the browser's own parser reads it: without scripts, forms, frames,
 * links or anything that loads. Browser only.
 */
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

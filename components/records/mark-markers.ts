import { splitMarkers } from "./markers"

/** Wraps the `#name#` markers in a tree's text in `<mark>`; attributes and styles stay as they are. */
export function markMarkers(root: Element): void {
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

/**
 * The texts in lists, tables and headings of a part of the page that are cut and not shown in full
 * elsewhere; runs in the page. Skips grids, whose rows can be opened, and trees, which show the
 * active row in full above.
 */
export function findCutNames(part: string): string[] {
  const isCut = (element: Element) =>
    getComputedStyle(element).textOverflow === "ellipsis" &&
    element.scrollWidth > element.clientWidth + 1 &&
    element.checkVisibility()
  return [...document.querySelectorAll(`${part} :is(li, dl, table, h1, h2, h3, [role=option])`)]
    .flatMap((list) => [list, ...list.querySelectorAll("*")])
    .filter((element) => !element.closest("[role=grid], [role=treegrid]") && isCut(element))
    .map((element) => `${element.textContent}`)
    .filter((text) => text !== "")
}

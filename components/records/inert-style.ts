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
export function inertSheet(css: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const rules = Array.from(sheet.cssRules).filter(calmRule)
  return rules
    .map((rule) => rule.cssText)
    .join("\n")
    .replaceAll("</", "<\\/")
}

/** Takes out of an element's own style what would load something; answers whether there was any. */
export function calmStyle(element: Element): boolean {
  const { style } = element as HTMLElement
  const before = style.length
  calmDeclarations(style)
  return style.length < before
}

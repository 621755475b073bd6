"use client"

import { useEffect } from "react"

const pseudoClasses = { hover: "hover", "focus-visible": "focus", focus: "focus" } as const

/** The same rule for what stands in a `data-force`, so that a state shows without a pointer or the keyboard. */
function forceRule(text: string): string | undefined {
  let forced = text
  for (const [pseudo, state] of Object.entries(pseudoClasses))
    forced = forced.replaceAll(
      new RegExp(`(?<![\\\\\\w-]):${pseudo}(?![\\w-])`, "g"),
      `:is([data-force="${state}"] > *)`,
    )
  return forced === text ? undefined : forced
}

const rulesOf = (sheet: CSSStyleSheet): string[] => {
  try {
    return [...sheet.cssRules].map(({ cssText }) => cssText)
  } catch {
    return []
  }
}

/** Brings the hover and focus styles of the page to where they are asked for. */
export function ForcedStates() {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    const rules = [...document.styleSheets].flatMap(rulesOf)
    sheet.replaceSync(rules.flatMap((rule) => forceRule(rule) ?? []).join("\n"))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
  return null
}

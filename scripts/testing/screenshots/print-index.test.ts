import { expect, test } from "vitest"
import { pictureOf, widths } from "./pictures"
import { printIndex } from "./print-index"
import { groups, type Screen } from "./screen"

const names = Object.keys(groups) as Screen["group"][]
const screens = names.map(
  (group): Screen => ({ name: `one-of-${group}`, title: group, group, route: "", path: "/" }),
)

test("The index shows every page's picture, wide and narrow, each under its group.", () => {
  const parts = printIndex(screens).split("\n## ").slice(1)
  expect(parts.map((part) => part.split("\n")[0])).toEqual(Object.values(groups))
  for (const [at, screen] of screens.entries()) {
    const shown = [...(parts[at] ?? "").matchAll(/<img src="([^"]+)"/g)].map(([, file]) => file)
    expect(shown).toEqual(widths.map((width) => pictureOf(screen, width)))
  }
})

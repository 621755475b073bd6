import { expect, test } from "vitest"
import { pictureOf, widths } from "./pictures"
import { printIndex } from "./print-index"
import type { Screen } from "./screen"

test("The index shows every page's picture, wide and narrow.", () => {
  const screens = ["one", "other"].map((name): Screen => ({ name, title: name, path: "/" }))
  const shown = [...printIndex(screens).matchAll(/<img src="([^"]+)"/g)].map(([, file]) => file)
  expect(shown).toEqual(
    screens.flatMap((screen) => widths.map((width) => pictureOf(screen, width))),
  )
})

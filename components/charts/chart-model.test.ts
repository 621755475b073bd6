import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "@/scripts/root"
import { groupStyles, styleOfGroup } from "./chart-model"

type Triple = readonly [number, number, number]

/** Simulation of colour blindness for each cone type, by Machado, Oliveira and Fernandes (2009). */
const eyes: Readonly<Record<string, readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const css = readFileSync(join(root, "app/globals.css"), "utf8")

/** A CSS variable's value in both themes, as linear RGB. */
function themed(name: string): { light: Triple; dark: Triple } {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)
  const linear = (hex = ""): Triple => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return [red, green, blue]
  }
  return { light: linear(found?.[1]), dark: linear(found?.[2]) }
}

const times = (rows: readonly Triple[], [x, y, z]: Triple): Triple => {
  const [a = 0, b = 0, c = 0] = rows.map(([p, q, r]) => p * x + q * y + r * z)
  return [a, b, c]
}

/** Distance of two colours in Oklab. */
function distance(one: Triple, other: Triple): number {
  const lab = (colour: Triple) => {
    const cones = times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      colour,
    )
    const [l, m, s] = cones.map((cone) => Math.cbrt(Math.max(0, cone)))
    return times(
      [
        [0.2104542553, 0.793617785, -0.0040720468],
        [1.9779984951, -2.428592205, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.808675766],
      ],
      [l ?? 0, m ?? 0, s ?? 0],
    )
  }
  const [a, b] = [lab(one), lab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

const luminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
const contrast = (one: Triple, other: Triple) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const indexes = Array.from({ length: groupStyles }, (_, index) => index)
const themes = ["light", "dark"] as const

/** The luminance of a grey is the cube of its lightness in Oklab. */
const [, lightGround, darkGround] =
  /--surface: light-dark\(oklch\(([\d.]+)[^)]*\), oklch\(([\d.]+)/.exec(css) ?? []
const groundOf = (lightness: string | undefined): Triple => {
  const light = Number(lightness) ** 3
  return [light, light, light]
}
const ground = { light: groundOf(lightGround), dark: groundOf(darkGround) }

test("the twelve group styles differ in both themes, also with colour blindness", () => {
  const styles = indexes.map(styleOfGroup)
  expect(new Set(styles.map(({ colour }) => colour)).size).toBe(groupStyles)
  for (const theme of themes)
    for (const [name, eye] of Object.entries(eyes))
      for (const one of indexes)
        for (const other of indexes.slice(0, one)) {
          const [a, b] = [one, other].map((at) =>
            times(eye, themed(`series-${at + 1}`)[theme]),
          ) as [Triple, Triple]
          const isSamePattern = styles[one]?.dash === styles[other]?.dash
          const pair = `${theme} ${name} ${other + 1} ${one + 1}`
          expect(distance(a, b), pair).toBeGreaterThan(isSamePattern ? 0.1 : 0.06)
        }
})

test("each colour has a contrast of at least 3 against the chart background", () => {
  for (const theme of themes)
    for (const at of indexes)
      expect(
        contrast(themed(`series-${at + 1}`)[theme], ground[theme]),
        `${theme} ${at + 1}`,
      ).toBeGreaterThanOrEqual(3)
})

test("51 groups have distinct pairs of colour and pattern", () => {
  const pairs = Array.from({ length: 51 }, (_, index) => styleOfGroup(index))
  expect(new Set(pairs.map(({ colour, dash }) => `${colour} ${dash}`)).size).toBe(51)
})

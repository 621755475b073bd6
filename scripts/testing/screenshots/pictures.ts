import type { Screen } from "./screens"

export const themes = ["light", "dark"] as const
export type Theme = (typeof themes)[number]

/** The windows in which pages are shown, in pixels. */
export const windows = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 390, height: 844 },
} as const
export type Width = keyof typeof windows

/** A theme and a window. */
export interface Look {
  readonly theme: Theme
  readonly width: Width
}

const widths = Object.keys(windows) as Width[]

export const looks: readonly Look[] = themes.flatMap((theme) =>
  widths.map((width) => ({ theme, width })),
)

/** The file that holds a page's picture. */
export const pictureOf = ({ name }: Screen, { theme, width }: Look): string =>
  `${name}-${theme}-${width}.png`

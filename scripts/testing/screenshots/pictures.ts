import type { Screen } from "./screen"

export const themes = ["light", "dark"] as const
export type Theme = (typeof themes)[number]

/** The windows in which pages are shown, in pixels. */
export const windows = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 360, height: 800 },
} as const
export type Width = keyof typeof windows

/** A theme and a window. */
export interface Look {
  readonly theme: Theme
  readonly width: Width
}

const widths = Object.keys(windows) as Width[]

/** Every theme in every window, one window after the other. */
export const looks: readonly Look[] = widths.flatMap((width) =>
  themes.map((theme) => ({ theme, width })),
)

/** The file that holds a page's picture. */
export const pictureOf = ({ name }: Screen, { theme, width }: Look): string =>
  `${name}-${theme}-${width}.png`

/** The picture that the README shows, which is also kept in all its colours. */
export const cover = "departments-light-wide.png"

import type { Screen } from "./screen"

export type Theme = "light" | "dark"

/** The window sizes of the pictures, in pixels. */
export const windows = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 360, height: 800 },
} as const
export type Width = keyof typeof windows

export const widths = Object.keys(windows) as Width[]

/** The file name of a page's picture. */
export const pictureOf = ({ name }: Screen, width: Width): string => `${name}-${width}.png`

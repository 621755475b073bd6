import { pictureOf, widths, windows } from "./pictures"
import type { Screen } from "./screen"

const shownWidths = { wide: 320, narrow: 120 } as const

const printLine = (screen: Screen) => {
  const cells = widths.map((width) => {
    const file = pictureOf(screen, width)
    return `[<img src="${file}" width="${shownWidths[width]}" alt="${screen.title}, ${width}">](${file})`
  })
  return `| ${[screen.title, ...cells].join(" | ")} |`
}

/** A page that shows every picture. */
export const printIndex = (screens: readonly Screen[]): string => `# Screenshots

The dashboard on demo data, light, ${windows.wide.width} and ${windows.narrow.width} pixels wide. \`npm run screenshots\` takes the pictures again and writes this page; \`npm run screenshots -- --dark\` takes dark ones, into \`.data/screenshots/dark\`.

| | ${widths.join(" | ")} |
|---|${widths.map(() => "---").join("|")}|
${screens.map(printLine).join("\n")}
`
